package io.frazil.connector.commit;

import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Failed;
import io.frazil.connector.commit.CommitOutcome.Stale;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The catalog as coordinators meet it: others get in between, commits fail, answers get lost. */
final class SimCatalog implements Tables<SimFile> {
  private final SimWorld world;

  SimCatalog(SimWorld world) {
    this.world = world;
  }

  @Override
  public TableState load(TableRef table) {
    return world.table(table).load();
  }

  @Override
  public Set<UUID> missingFiles(TableRef table, Collection<Delta<SimFile>> deltas) {
    world.othersAct();
    Set<UUID> missing = new HashSet<>();
    if (!world.omits(Rule.FILES_ARE_LOOKED_FOR)) {
      deltas.stream()
          .filter(delta -> delta.files().stream().anyMatch(SimFile::isGone))
          .forEach(delta -> missing.add(delta.id()));
    }
    return missing;
  }

  @Override
  public CommitOutcome commit(Plan<SimFile> plan) {
    Plan<SimFile> attempted = world.omits(Rule.OFFSETS_OF_THE_FILES) ? ahead(plan) : plan;
    world.othersAct();
    SimTable table = world.table(plan.table());
    if (table.isAway()) {
      return new Failed(new IllegalStateException("Table does not exist: " + plan.table()));
    }
    if (!table.allows(attempted)) {
      return new Stale("the table is not what the plan was computed from");
    }
    if (world.happens(0.05)) {
      return new Failed(new IllegalStateException("Commit state unknown; not applied"));
    }
    long snapshotId = table.apply(attempted);
    world.check(table);
    if (world.happens(0.05)) {
      return new Failed(new IllegalStateException("Commit state unknown; applied"));
    }
    if (world.happens(0.05)) {
      return retried(table, attempted, snapshotId);
    }
    return new Committed(snapshotId);
  }

  /**
   * The catalog said "conflict" although it had applied the commit: Iceberg tries again by itself.
   */
  private CommitOutcome retried(SimTable table, Plan<SimFile> plan, long snapshotId) {
    world.othersAct();
    if (table.has(plan.commitId()) && !world.omits(Rule.OWN_COMMIT_IS_RECOGNISED)) {
      return new Committed(snapshotId);
    }
    table.cleanUp(plan.commitId());
    world.check(table);
    return new Stale("the table is not what the plan was computed from");
  }

  /** The wrong protocol: the snapshot claims all that was read, not what its files hold. */
  private Plan<SimFile> ahead(Plan<SimFile> plan) {
    List<Plan.Layer<SimFile>> layers = new ArrayList<>();
    for (Plan.Layer<SimFile> layer : plan.layers()) {
      Offsets upto = layer.upto();
      for (SimLog log : world.logs()) {
        if (upto.get(log.partition()).isPresent()) {
          upto =
              upto.with(
                  log.partition(), new Position(log.present().topicId(), log.present().size()));
        }
      }
      layers.add(new Plan.Layer<>(layer.deltas(), upto));
    }
    return new Plan<>(
        plan.commitId(), plan.table(), plan.base(), layers, plan.doubtful(), plan.validThrough());
  }
}
