package io.frazil.connector.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Hears all, and does nothing. */
final class Silence implements TaskListener, TableListener {

  @Override
  public TableListener table(String table) {
    return this;
  }

  @Override
  public void skipped() {}

  @Override
  public void passedOver() {}

  @Override
  public void stalled() {}

  @Override
  public void unacknowledged(int deltas, long bytes) {}

  @Override
  public void elected() {}

  @Override
  public void dismissed() {}

  @Override
  public void roundBegan() {}

  @Override
  public void roundEnded() {}

  @Override
  public void scannedForKeys(long rows, long bytes) {}

  @Override
  public void builtKeyBlock() {}

  @Override
  public void lostKeyBlock() {}

  @Override
  public void keyIndexHolds(long bytes) {}

  @Override
  public void upserted() {}

  @Override
  public void deleted() {}

  @Override
  public void truncated() {}

  @Override
  public void rewound() {}

  @Override
  public void late(long changes) {}

  @Override
  public void incomplete(long rows) {}

  @Override
  public void committed(long rows, Optional<Instant> validThrough) {}

  @Override
  public void commitFailed() {}

  @Override
  public void conflicted() {}

  @Override
  public void commitTook(Duration time) {}

  @Override
  public void merged(long keys, long rowsFound, double deleteDebt) {}

  @Override
  public void mergeTook(Duration time) {}
}
