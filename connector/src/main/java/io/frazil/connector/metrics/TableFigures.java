package io.frazil.connector.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a task does to one table. Thread-safe. */
final class TableFigures implements TableListener, TableMetricsMXBean {
  private final Clock clock;
  private final LongAdder upserts = new LongAdder();
  private final LongAdder deletes = new LongAdder();
  private final LongAdder truncates = new LongAdder();
  private final LongAdder rewinds = new LongAdder();
  private final LongAdder lateChanges = new LongAdder();
  private final LongAdder incompleteRows = new LongAdder();
  private final Spans commits = new Spans();
  private final LongAdder landed = new LongAdder();
  private final LongAdder rowsCommitted = new LongAdder();
  private final LongAdder commitFailures = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder keysMerged = new LongAdder();
  private final LongAdder rowsFound = new LongAdder();
  private final LongAdder mergeMillis = new LongAdder();
  private volatile Optional<Instant> lastCommit = Optional.empty();
  private volatile long sourceLagMillis = Spans.NONE;
  private volatile double deleteDebt;

  TableFigures(Clock clock) {
    this.clock = clock;
  }

  @Override
  public void upserted() {
    upserts.increment();
  }

  @Override
  public void deleted() {
    deletes.increment();
  }

  @Override
  public void truncated() {
    truncates.increment();
  }

  @Override
  public void rewound() {
    rewinds.increment();
  }

  @Override
  public void late(long changes) {
    lateChanges.add(changes);
  }

  @Override
  public void incomplete(long rows) {
    incompleteRows.add(rows);
  }

  @Override
  public void committed(long rows, Optional<Instant> validThrough) {
    Instant now = clock.instant();
    landed.increment();
    rowsCommitted.add(rows);
    lastCommit = Optional.of(now);
    sourceLagMillis =
        validThrough.map(time -> Duration.between(time, now).toMillis()).orElse(Spans.NONE);
  }

  @Override
  public void commitFailed() {
    commitFailures.increment();
  }

  @Override
  public void conflicted() {
    conflicts.increment();
  }

  @Override
  public void commitTook(Duration time) {
    commits.add(time);
  }

  @Override
  public void merged(long keys, long found, double debt) {
    keysMerged.add(keys);
    rowsFound.add(found);
    deleteDebt = debt;
  }

  @Override
  public void mergeTook(Duration time) {
    mergeMillis.add(time.toMillis());
  }

  @Override
  public long getUpserts() {
    return upserts.sum();
  }

  @Override
  public long getDeletes() {
    return deletes.sum();
  }

  @Override
  public long getTruncates() {
    return truncates.sum();
  }

  @Override
  public long getRewinds() {
    return rewinds.sum();
  }

  @Override
  public long getLateChanges() {
    return lateChanges.sum();
  }

  @Override
  public long getIncompleteRows() {
    return incompleteRows.sum();
  }

  @Override
  public long getCommits() {
    return landed.sum();
  }

  @Override
  public long getRowsCommitted() {
    return rowsCommitted.sum();
  }

  @Override
  public long getCommitFailures() {
    return commitFailures.sum();
  }

  @Override
  public long getConflicts() {
    return conflicts.sum();
  }

  @Override
  public long getCommitMillis() {
    return commits.millis();
  }

  @Override
  public long getLastCommitMillis() {
    return commits.lastMillis();
  }

  @Override
  public long getSecondsSinceCommit() {
    return Spans.secondsSince(lastCommit, clock.instant());
  }

  @Override
  public long getSourceLagMillis() {
    return sourceLagMillis;
  }

  @Override
  public long getKeysMerged() {
    return keysMerged.sum();
  }

  @Override
  public long getRowsFound() {
    return rowsFound.sum();
  }

  @Override
  public long getMergeMillis() {
    return mergeMillis.sum();
  }

  @Override
  public double getDeleteDebt() {
    return deleteDebt;
  }
}
