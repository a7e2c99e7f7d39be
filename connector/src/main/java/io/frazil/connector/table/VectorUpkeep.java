package io.frazil.connector.table;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.ContentFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator's tables, of which a quiet one's committed offsets are carried on before the
 * snapshot that has them would expire. Looks now and then, when a table is loaded. Thread-safe.
 */
public final class VectorUpkeep implements Tables<ContentFile<?>> {
  private static final Logger LOG = LoggerFactory.getLogger(VectorUpkeep.class);
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final TableCommitter tables;
  private final Clock clock;
  private final Map<TableRef, Instant> looks = new ConcurrentHashMap<>();

  /** The same tables with upkeep. */
  public VectorUpkeep(TableCommitter tables, Clock clock) {
    this.tables = tables;
    this.clock = clock;
  }

  @Override
  public TableState load(TableRef table) {
    Instant now = clock.instant();
    Instant last = looks.get(table);
    if (last == null || now.isAfter(last.plus(INTERVAL))) {
      looks.put(table, now);
      Optional<CommitOutcome> outcome = tables.recarryIfExpiring(table, now);
      outcome.ifPresent(o -> LOG.info("Carried the offsets of table {} on: {}", table, o));
    }
    return tables.load(table);
  }

  @Override
  public Set<UUID> missingFiles(TableRef table, Collection<Delta<ContentFile<?>>> deltas) {
    return tables.missingFiles(table, deltas);
  }

  @Override
  public CommitOutcome commit(Plan<ContentFile<?>> plan) {
    return tables.commit(plan);
  }
}
