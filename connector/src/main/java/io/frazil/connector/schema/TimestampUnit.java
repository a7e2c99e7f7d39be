package io.frazil.connector.schema;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The finest unit that a table's format has for timestamps. */
public enum TimestampUnit {
  /** That of format versions 1 and 2. */
  MICROSECONDS {
    @Override
    Type withoutZone() {
      return Types.TimestampType.withoutZone();
    }
  },
  /** That of format version 3. */
  NANOSECONDS {
    @Override
    Type withoutZone() {
      return Types.TimestampNanoType.withoutZone();
    }
  };

  /** The type of timestamps without a zone in this unit. */
  abstract Type withoutZone();
}
