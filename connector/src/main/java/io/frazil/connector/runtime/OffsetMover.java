package io.frazil.connector.runtime;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Failed;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.table.TableCommitter;
import io.frazil.connector.table.UnknownOffsetsException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the offsets of a stopped connector deliberately, forward to step over records or backward
 * to apply them again (KIP-875): the tables' own offsets, since the consumer group's alone count as
 * lost when somebody moves them. Moving again to the same offsets is harmless.
 */
public final class OffsetMover {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetMover.class);

  private final TableCommitter tables;
  private final Function<Collection<String>, Map<String, UUID>> topicIds;

  /**
   * Moves the offsets of these tables.
   *
   * @param topicIds gives the ids of those topics that exist
   */
  public OffsetMover(
      TableCommitter tables, Function<Collection<String>, Map<String, UUID>> topicIds) {
    this.tables = tables;
    this.topicIds = topicIds;
  }

  /**
   * Moves the offsets, in all tables or, if one of them can't be moved to begin with, in none.
   *
   * @param applied the tables that records are applied to
   * @param errors the table of bad records, which need not be there yet
   * @param moves the next offset to apply of each partition, or nothing to begin anew
   * @throws ConnectException if a table or a topic does not exist, or a table can't be committed to
   */
  public void move(
      Set<TableRef> applied, Optional<TableRef> errors, Map<SourcePartition, OptionalLong> moves) {
    Map<String, UUID> ids =
        topicIds.apply(
            moves.keySet().stream().map(SourcePartition::topic).collect(Collectors.toSet()));
    Map<TableRef, Offsets> targets = new LinkedHashMap<>();
    boolean isAnew = moves.values().stream().allMatch(OptionalLong::isEmpty);
    for (TableRef table : applied) {
      Optional<Offsets> present = present(table);
      if (present.isEmpty() && !isAnew) {
        throw new ConnectException(
            "Cannot move offsets: table %s does not exist, and offsets live in the tables. Create it, or let the connector create it first."
                .formatted(table));
      }
      present.ifPresent(offsets -> targets.put(table, moved(offsets, moves, ids)));
    }
    errors.ifPresent(
        table ->
            present(table).ifPresent(offsets -> targets.put(table, moved(offsets, moves, ids))));
    targets.forEach(this::commit);
  }

  /** The table's present offsets; empty for a table that is missing. */
  private Optional<Offsets> present(TableRef table) {
    try {
      return Optional.of(tables.load(table).committed());
    } catch (UnknownOffsetsException e) {
      LOG.warn("The offsets of table {} were unknown; those given now are taken for all", table);
      return Optional.of(Offsets.none());
    } catch (NoSuchTableException e) {
      LOG.debug("There is no table {}", table, e);
      return Optional.empty();
    }
  }

  private static Offsets moved(
      Offsets present, Map<SourcePartition, OptionalLong> moves, Map<String, UUID> ids) {
    Offsets moved = present;
    for (Map.Entry<SourcePartition, OptionalLong> move : moves.entrySet()) {
      SourcePartition partition = move.getKey();
      moved = moved.without(partition);
      if (move.getValue().isPresent()) {
        UUID id = ids.get(partition.topic());
        if (id == null) {
          throw new ConnectException(
              "Cannot move the offset of %s: there is no topic %s."
                  .formatted(partition, partition.topic()));
        }
        moved = moved.with(partition, new Position(id, move.getValue().getAsLong()));
      }
    }
    return moved;
  }

  private void commit(TableRef table, Offsets target) {
    CommitOutcome outcome = tables.carry(table, target);
    if (!(outcome instanceof Committed)) {
      Throwable cause = outcome instanceof Failed failed ? failed.cause() : null;
      throw new ConnectException(
          "Cannot move the offsets of table %s: others commit to it, or it can't be reached. Try again."
              .formatted(table),
          cause);
    }
    LOG.info("Moved the offsets of table {} to {}", table, target.positions());
  }
}
