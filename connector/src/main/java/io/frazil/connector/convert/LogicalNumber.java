package io.frazil.connector.convert;

import java.util.Set;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** Numbers that a schema's name gives a unit. */
final class LogicalNumber {
  private static final Set<String> CONNECT_NAMES =
      Set.of(Date.LOGICAL_NAME, Time.LOGICAL_NAME, Timestamp.LOGICAL_NAME);

  private LogicalNumber() {}

  /**
   * Whether the schema is of whole numbers under a name that is not Connect's: taken for
   * milliseconds, microseconds would put a time 54,000 years away.
   */
  static boolean isOfUnknownUnit(Schema source) {
    boolean isWhole = source.type() == Schema.Type.INT32 || source.type() == Schema.Type.INT64;
    return isWhole && source.name() != null && !CONNECT_NAMES.contains(source.name());
  }
}
