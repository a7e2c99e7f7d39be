package io.frazil.connector.commit;

import io.frazil.connector.commit.ControlEvent.CommitComplete;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.CoordinatorAction.GiveUp;
import io.frazil.connector.commit.CoordinatorAction.Send;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The coordinator's half of the protocol: begins rounds, gathers what workers report, decides which
 * tables to settle, and publishes what came of it. It keeps nothing that may not be lost: the next
 * coordinator starts empty, and workers send again what it has not answered.
 *
 * <table>
 *   <caption>Transitions of a round</caption>
 *   <tr><th>state</th><th>when</th><th>then</th></tr>
 *   <tr><td>none</td><td>the interval is over, or a worker reports unasked</td><td>gathering: StartCommit</td></tr>
 *   <tr><td>gathering</td><td>all expected partitions have reported and every delta of their reports has arrived</td>
 *       <td>settling, complete: every table named is settled</td></tr>
 *   <tr><td>gathering</td><td>a part of the timeout is over</td><td>StartCommit again, for workers
 *       that came later or did not hear it</td></tr>
 *   <tr><td>gathering</td><td>the timeout is over</td><td>settling, incomplete: no claim of valid-through</td></tr>
 *   <tr><td>settling</td><td>a table is settled</td><td>its vector is published</td></tr>
 *   <tr><td>settling</td><td>no table is left</td><td>none: CommitComplete</td></tr>
 *   <tr><td>settling</td><td>interval and timeout are over</td><td>the next round may begin; tables still being settled
 *       sit it out</td></tr>
 * </table>
 *
 * <p>Not thread-safe. Time is an argument. Open for tests of the protocol only, which leave out one
 * rule at a time to show that it is needed.
 *
 * @param <F> a file; opaque here
 */
public class Coordinator<F> {
  /**
   * The round of a report that nobody asked for: its worker can't wait, or will not be there to be
   * asked.
   */
  public static final UUID UNASKED = new UUID(0, 0);

  private static final int STARTS_PER_ROUND = 10;

  private final Settings settings;
  private final Map<UUID, Arrival<F>> arrivals = new LinkedHashMap<>();
  private final Set<TableRef> busy = new HashSet<>();
  private final Map<TableRef, Failing> failures = new HashMap<>();
  private Optional<Round> round = Optional.empty();
  private Instant due;

  public Coordinator(Settings settings, Instant now) {
    this.settings = settings;
    this.due = now;
  }

  /** Whether {@link #begin} is to be called. */
  public boolean isDue(Instant now) {
    return !now.isBefore(due)
        && round.map(r -> r.isSettling && !now.isBefore(r.deadline)).orElse(true);
  }

  /**
   * Begins a round.
   *
   * @param id unique
   * @param expected the source partitions that have to report for the round to be complete, with
   *     the end of each log
   */
  public List<CoordinatorAction<F>> begin(
      Instant now, UUID id, Map<SourcePartition, Long> expected) {
    due = now.plus(settings.interval());
    round = Optional.of(new Round(id, expected, now));
    List<CoordinatorAction<F>> actions =
        new ArrayList<>(List.of(new Send<>(new StartCommit<>(id))));
    actions.addAll(tick(now));
    return actions;
  }

  /** An event from the control topic; its own are ignored. */
  public List<CoordinatorAction<F>> on(ControlEvent<F> event, Instant now) {
    if (event instanceof DataWritten<F> written) {
      arrivals
          .computeIfAbsent(written.delta().id(), id -> new Arrival<>(written, now))
          .add(written);
    } else if (event instanceof DataComplete<F> report) {
      if (report.round().equals(UNASKED)) {
        due = now;
      }
      round.filter(r -> r.id.equals(report.round())).ifPresent(r -> r.report(report));
    }
    return tick(now);
  }

  /** Looks whether the round has all it waits for, or has waited long enough. */
  public List<CoordinatorAction<F>> tick(Instant now) {
    if (round.isEmpty() || round.get().isSettling) {
      return List.of();
    }
    Round current = round.get();
    boolean isComplete = current.isComplete();
    if (!isComplete && now.isBefore(current.deadline)) {
      return current.isToBeRepeated(now)
          ? List.of(new Send<>(new StartCommit<>(current.id)))
          : List.of();
    }
    return settle(current, isComplete, now);
  }

  /** A table was settled, or not. */
  public List<CoordinatorAction<F>> settled(UUID roundId, Settlement settlement, Instant now) {
    TableRef table = settlement.table();
    busy.remove(table);
    List<CoordinatorAction<F>> actions = new ArrayList<>();
    if (settlement instanceof Settled settled) {
      failures.remove(table);
      actions.add(new Send<>(publication(roundId, settled)));
    } else if (settlement instanceof Unsettled unsettled) {
      Failing failing = failures.merge(table, new Failing(1, now), Failing::andOnceMore);
      if (settings.isTooMuch(failing, now)) {
        actions.add(new GiveUp<>(table, failing.rounds(), unsettled.cause()));
      }
    }
    if (round.filter(r -> r.id.equals(roundId)).isPresent()) {
      actions.addAll(round.get().settled(settlement));
    }
    return actions;
  }

  /**
   * A round waits for the set of partitions, since one report may come twice and another not at
   * all.
   */
  boolean haveAllReported(
      Set<SourcePartition> expected, Set<SourcePartition> reported, int reports) {
    return reported.containsAll(expected);
  }

  /** A partition counts only when every delta of its worker's report is in its table. */
  boolean areAllCommitted(Set<UUID> deltas, Set<UUID> landed) {
    return landed.containsAll(deltas);
  }

  private List<CoordinatorAction<F>> settle(Round current, boolean isComplete, Instant now) {
    Map<TableRef, List<Candidate<F>>> candidates = new LinkedHashMap<>();
    current.tables.forEach(table -> candidates.put(table, new ArrayList<>()));
    arrivals.values().stream()
        .filter(Arrival::isWhole)
        .forEach(
            a ->
                candidates
                    .computeIfAbsent(a.table(), t -> new ArrayList<>())
                    .add(a.candidate(now, settings.trust())));
    boolean isClaimed = isComplete && busy.stream().noneMatch(candidates::containsKey);
    candidates.keySet().removeAll(busy);
    arrivals.values().removeIf(a -> candidates.containsKey(a.table()));
    busy.addAll(candidates.keySet());
    Optional<Instant> validThrough = isClaimed ? current.validThrough() : Optional.empty();
    current.beginSettling(candidates.keySet(), validThrough);
    List<CoordinatorAction<F>> actions = new ArrayList<>();
    candidates.forEach(
        (table, deltas) -> actions.add(new SettleTable<>(current.id, table, deltas, validThrough)));
    actions.addAll(end(current));
    return actions;
  }

  private CommitToTable<F> publication(UUID roundId, Settled settled) {
    return new CommitToTable<>(
        roundId,
        settled.table(),
        settled.snapshotId(),
        settled.committed(),
        settled.voided(),
        settled.validThrough());
  }

  private List<CoordinatorAction<F>> end(Round ended) {
    if (!ended.unsettled.isEmpty()) {
      return List.of();
    }
    round = Optional.empty();
    return List.of(new Send<>(new CommitComplete<>(ended.id, ended.claim())));
  }

  /**
   * How a coordinator keeps time and how patient it is.
   *
   * @param interval from the beginning of a round to that of the next
   * @param timeout how long a round waits for reports
   * @param trust how long after a delta was named its files are taken to exist
   * @param maxConsecutiveFailures after how many rounds in which a table could not be settled the
   *     next one is loud, if as many timeouts are over too: short intervals make nobody impatient
   */
  public record Settings(
      Duration interval, Duration timeout, Duration trust, int maxConsecutiveFailures) {
    private boolean isTooMuch(Failing failing, Instant now) {
      Duration patience = timeout.multipliedBy(maxConsecutiveFailures);
      return failing.rounds() > maxConsecutiveFailures
          && !now.isBefore(failing.since().plus(patience));
    }
  }

  /** In how many rounds a table could not be settled, and since when. */
  private record Failing(int rounds, Instant since) {
    private Failing andOnceMore(Failing next) {
      return new Failing(rounds + next.rounds, since);
    }
  }

  /** One round. */
  private final class Round {
    private final UUID id;
    private final Map<SourcePartition, Long> expected;
    private final Instant began;
    private final Instant deadline;
    private final Map<SourcePartition, ControlEvent.Progress> reported = new HashMap<>();
    private final Set<UUID> deltas = new HashSet<>();
    private final Set<TableRef> tables = new LinkedHashSet<>();
    private final Set<TableRef> unsettled = new HashSet<>();
    private final Set<UUID> landed = new HashSet<>();
    private int reports;
    private Instant repeatAt;
    private boolean isSettling;
    private Optional<Instant> validThrough = Optional.empty();

    private Round(UUID id, Map<SourcePartition, Long> expected, Instant began) {
      this.id = id;
      this.expected = Map.copyOf(expected);
      this.began = began;
      this.deadline = began.plus(settings.timeout());
      this.repeatAt = began.plus(settings.timeout().dividedBy(STARTS_PER_ROUND));
    }

    private boolean isToBeRepeated(Instant now) {
      if (now.isBefore(repeatAt)) {
        return false;
      }
      repeatAt = now.plus(settings.timeout().dividedBy(STARTS_PER_ROUND));
      return true;
    }

    private void report(DataComplete<F> report) {
      reports++;
      reported.putAll(report.partitions());
      deltas.addAll(report.deltas());
      tables.addAll(report.tables());
    }

    private boolean isComplete() {
      return haveAllReported(expected.keySet(), reported.keySet(), reports)
          && deltas.stream().allMatch(d -> arrivals.containsKey(d) && arrivals.get(d).isWhole());
    }

    /**
     * The oldest of the newest timestamps. A partition of which nothing was read is complete up to
     * the beginning of the round if it has been read to the end that it had then; else nothing can
     * be claimed.
     */
    private Optional<Instant> validThrough() {
      Optional<Instant> oldest = Optional.empty();
      for (Map.Entry<SourcePartition, ControlEvent.Progress> entry : reported.entrySet()) {
        ControlEvent.Progress progress = entry.getValue();
        long end = expected.getOrDefault(entry.getKey(), Long.MAX_VALUE);
        if (progress.newest().isEmpty() && progress.position().offset() < end) {
          return Optional.empty();
        }
        Instant newest = progress.newest().orElse(began);
        oldest = Optional.of(oldest.filter(newest::isAfter).orElse(newest));
      }
      return oldest;
    }

    private void beginSettling(Set<TableRef> toSettle, Optional<Instant> claim) {
      isSettling = true;
      unsettled.addAll(toSettle);
      validThrough = claim;
    }

    private List<CoordinatorAction<F>> settled(Settlement settlement) {
      unsettled.remove(settlement.table());
      if (settlement instanceof Settled settled) {
        landed.addAll(settled.landed());
      } else {
        validThrough = Optional.empty();
      }
      return end(this);
    }

    private Optional<Instant> claim() {
      return areAllCommitted(deltas, landed) ? validThrough : Optional.empty();
    }
  }
}
