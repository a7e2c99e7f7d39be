package io.frazil.connector.runtime;

import java.time.Duration;

/**
 * How much and how long.
 *
 * @param flush when deltas are cut early and reading pauses
 * @param patience how long a table may be out of reach, or a last commit take, before the task
 *     fails
 * @param maxFailures how many times in a row something may fail, however long that takes
 */
public record WorkerLimits(Flush flush, Duration patience, int maxFailures) {}
