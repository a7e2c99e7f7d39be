package io.frazil.connector.resolve;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what it hears. */
final class CountingListener implements IndexListener {
  final AtomicLong pruned = new AtomicLong();
  final AtomicLong searched = new AtomicLong();
  final AtomicLong scanned = new AtomicLong();
  final AtomicLong scannedRows = new AtomicLong();
  final AtomicLong scannedBytes = new AtomicLong();
  final AtomicLong built = new AtomicLong();
  final AtomicLong evicted = new AtomicLong();
  final AtomicLong unusable = new AtomicLong();
  final AtomicLong unwritable = new AtomicLong();
  final AtomicLong heldBytes = new AtomicLong();

  @Override
  public void pruned() {
    pruned.incrementAndGet();
  }

  @Override
  public void searched() {
    searched.incrementAndGet();
  }

  @Override
  public void scanned(long rows, long bytes) {
    scanned.incrementAndGet();
    scannedRows.addAndGet(rows);
    scannedBytes.addAndGet(bytes);
  }

  @Override
  public void built(long rows, long bytes) {
    built.incrementAndGet();
  }

  @Override
  public void evicted() {
    evicted.incrementAndGet();
  }

  @Override
  public void unusable() {
    unusable.incrementAndGet();
  }

  @Override
  public void unwritable() {
    unwritable.incrementAndGet();
  }

  @Override
  public void holds(long bytes) {
    heldBytes.set(bytes);
  }
}
