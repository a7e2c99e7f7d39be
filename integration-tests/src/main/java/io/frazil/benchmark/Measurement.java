package io.frazil.benchmark;

import java.time.Duration;

/**
 * What one run has shown.
 *
 * @param elapsed from the connector's creation to the snapshot that completes the table
 * @param steadyRecordsPerSecond from the first snapshot to the last but one: without the start of
 *     the connector and the wait for the last commit; 0 if there are too few snapshots
 * @param processorTime of the worker in that time
 * @param peakMemoryMebibytes of the worker from its start, warm-up included
 */
record Measurement(
    Contender contender,
    int tasks,
    long records,
    Duration elapsed,
    double steadyRecordsPerSecond,
    Duration processorTime,
    long peakMemoryMebibytes) {
  double recordsPerSecond() {
    return records * 1e9 / elapsed.toNanos();
  }

  double processorSecondsPerMillion() {
    return processorTime.toNanos() / 1e9 / (records / 1e6);
  }
}
