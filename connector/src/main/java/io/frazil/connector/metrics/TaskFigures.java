package io.frazil.connector.metrics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens in a task. Thread-safe. */
final class TaskFigures implements TaskMetricsMXBean {
  final AtomicBoolean leading = new AtomicBoolean();
  final LongAdder recordsSkipped = new LongAdder();
  final LongAdder recordsPassedOver = new LongAdder();
  final LongAdder stalls = new LongAdder();
  final AtomicInteger unacknowledgedDeltas = new AtomicInteger();
  final AtomicLong unacknowledgedBytes = new AtomicLong();
  final LongAdder rowsScanned = new LongAdder();
  final LongAdder bytesScanned = new LongAdder();
  final LongAdder keyBlocksBuilt = new LongAdder();
  final LongAdder keyBlocksLost = new LongAdder();
  final AtomicLong keyIndexBytes = new AtomicLong();

  @Override
  public boolean isLeading() {
    return leading.get();
  }

  @Override
  public long getRecordsSkipped() {
    return recordsSkipped.sum();
  }

  @Override
  public long getRecordsPassedOver() {
    return recordsPassedOver.sum();
  }

  @Override
  public long getStalls() {
    return stalls.sum();
  }

  @Override
  public int getUnacknowledgedDeltas() {
    return unacknowledgedDeltas.get();
  }

  @Override
  public long getUnacknowledgedBytes() {
    return unacknowledgedBytes.get();
  }

  @Override
  public long getRowsScannedForKeys() {
    return rowsScanned.sum();
  }

  @Override
  public long getBytesScannedForKeys() {
    return bytesScanned.sum();
  }

  @Override
  public long getKeyBlocksBuilt() {
    return keyBlocksBuilt.sum();
  }

  @Override
  public long getKeyBlocksLost() {
    return keyBlocksLost.sum();
  }

  @Override
  public long getKeyIndexBytes() {
    return keyIndexBytes.get();
  }
}
