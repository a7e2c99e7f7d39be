package io.frazil.dms;

import io.frazil.dms.TaskSettings.Source;
import java.util.Locale;

/**
 * Where transactions stand in the source's log, in the form that DMS tells it: all changes of a
 * transaction have one position.
 */
final class StreamPositions {
  private static final long FIRST_LSN = 0x3_5A00_0100L;
  private static final long FILE_SIZE = 40;
  private static final long EVENT_SIZE = 97;

  private StreamPositions() {}

  static String of(Source source, long transaction) {
    return switch (source) {
      case POSTGRESQL -> lsn(transaction) + ".1." + lsn(transaction);
      case MYSQL -> binlog(transaction);
    };
  }

  private static String lsn(long transaction) {
    long lsn = FIRST_LSN + transaction;
    return String.format(Locale.ROOT, "%08X/%08X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
  }

  /** Numbers that are not padded, and begin anew in each file. */
  private static String binlog(long transaction) {
    long offset = 4 + EVENT_SIZE * (transaction % FILE_SIZE);
    return String.format(
        Locale.ROOT,
        "mysql-bin-changelog.%06d:%d:-1:%d",
        1 + transaction / FILE_SIZE,
        offset,
        offset + EVENT_SIZE);
  }
}
