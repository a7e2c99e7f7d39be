package io.frazil.connector.runtime;

import io.frazil.connector.intake.Intake.Pending;

/**
 * When a delta is cut before a round asks for it, and when reading pauses.
 *
 * @param maxRows a delta is cut at so many changes
 * @param maxBytes a delta is cut at about so many bytes
 * @param maxUnacknowledgedBytes reading pauses while more is written and not acknowledged
 */
public record Flush(long maxRows, long maxBytes, long maxUnacknowledgedBytes) {
  private static final long ROWS_BETWEEN_LOOKS = 1000;

  /**
   * Whether the delta that a change was written to is big enough; its size is looked at only now
   * and then.
   */
  boolean isDue(Pending written) {
    long rows = written.openRows();
    return rows >= maxRows || (rows % ROWS_BETWEEN_LOOKS == 0 && written.openBytes() >= maxBytes);
  }
}
