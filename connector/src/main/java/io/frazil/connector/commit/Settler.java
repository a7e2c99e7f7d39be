package io.frazil.connector.commit;

import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.CommitOutcome.Failed;
import io.frazil.connector.commit.CommitOutcome.Stale;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Carries out one table's part of a round: load, plan, commit; anew from the load on whenever the
 * table turns out to have changed. Thread-safe: tables are settled in parallel.
 *
 * @param <F> a file; opaque here
 */
public final class Settler<F> {
  private final Tables<F> tables;
  private final Planner planner;
  private final Supplier<UUID> commitIds;
  private final int maxAttempts;

  /**
   * @param commitIds gives unique ids
   * @param maxAttempts how often a plan is built before the rest is left to the next round
   */
  public Settler(Tables<F> tables, Supplier<UUID> commitIds, int maxAttempts) {
    this(tables, new Planner(), commitIds, maxAttempts);
  }

  Settler(Tables<F> tables, Planner planner, Supplier<UUID> commitIds, int maxAttempts) {
    this.tables = tables;
    this.planner = planner;
    this.commitIds = commitIds;
    this.maxAttempts = maxAttempts;
  }

  /** Never throws what a table throws: that is a result too. */
  public Settlement settle(SettleTable<F> request) {
    try {
      String reason = "";
      for (int attempt = 0; attempt < maxAttempts; attempt++) {
        Attempt result = attempt(request);
        if (result.settlement().isPresent()) {
          return result.settlement().get();
        }
        reason = result.staleness();
      }
      return new Unsettled(request.table(), overtaken(request.table(), reason));
    } catch (RuntimeException e) {
      return new Unsettled(request.table(), e);
    }
  }

  private Attempt attempt(SettleTable<F> request) {
    TableRef table = request.table();
    TableState state = tables.load(table);
    List<Delta<F>> doubtful =
        request.candidates().stream()
            .filter(Candidate::isDoubtful)
            .map(Candidate::delta)
            .filter(delta -> !delta.isIn(state.committed()))
            .toList();
    Set<UUID> voided = new HashSet<>();
    request.candidates().stream()
        .map(Candidate::delta)
        .filter(delta -> !delta.tableUuid().equals(state.tableUuid()))
        .forEach(delta -> voided.add(delta.id()));
    if (!doubtful.isEmpty()) {
      voided.addAll(tables.missingFiles(table, doubtful));
    }
    List<Delta<F>> candidates =
        request.candidates().stream()
            .map(Candidate::delta)
            .filter(delta -> !voided.contains(delta.id()))
            .toList();
    Set<UUID> lookedFor = doubtful.stream().map(Delta::id).collect(Collectors.toSet());
    Plan<F> plan =
        planner.plan(commitIds.get(), table, state, candidates, lookedFor, request.validThrough());
    if (plan.isEmpty()) {
      return Attempt.ended(settled(plan, OptionalLong.empty(), candidates, voided));
    }
    CommitOutcome outcome = tables.commit(plan);
    if (outcome instanceof Committed committed) {
      return Attempt.ended(
          settled(plan, OptionalLong.of(committed.snapshotId()), candidates, voided));
    }
    if (outcome instanceof Failed failed) {
      return Attempt.ended(new Unsettled(table, failed.cause()));
    }
    return new Attempt(Optional.empty(), ((Stale) outcome).reason());
  }

  private Settled settled(
      Plan<F> plan, OptionalLong snapshotId, List<Delta<F>> candidates, Set<UUID> voided) {
    Set<UUID> landed = new HashSet<>();
    candidates.stream()
        .filter(delta -> delta.isIn(plan.upto()))
        .forEach(delta -> landed.add(delta.id()));
    Optional<Instant> validThrough = voided.isEmpty() ? plan.validThrough() : Optional.empty();
    return new Settled(plan.table(), snapshotId, plan.upto(), landed, voided, validThrough);
  }

  private static RuntimeException overtaken(TableRef table, String reason) {
    return new IllegalStateException(
        "Cannot commit to table %s: others commit to it faster than a commit can be prepared. It is tried again in the next round. Last, %s."
            .formatted(table, reason));
  }

  /** How an attempt ended; without a settlement the table had changed since it was loaded. */
  private record Attempt(Optional<Settlement> settlement, String staleness) {
    private static Attempt ended(Settlement settlement) {
      return new Attempt(Optional.of(settlement), "");
    }
  }
}
