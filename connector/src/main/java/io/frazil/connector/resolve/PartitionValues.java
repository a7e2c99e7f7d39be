package io.frazil.connector.resolve;

import java.nio.ByteBuffer;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.DateTimeUtil;

/** Values of partitions in the classes in which Iceberg's generic readers give those of columns. */
public final class PartitionValues {
  private PartitionValues() {}

  /** The value of a column of this type, of a partition by the column itself; null if it is. */
  public static Object ofColumn(Type type, Object value) {
    // Seen on 1.12.0: the converter leaves these as they are, unlike all others.
    if (type instanceof Types.TimestampNanoType nanos && value instanceof Long number) {
      return nanos.shouldAdjustToUTC()
          ? DateTimeUtil.timestamptzFromNanos(number)
          : DateTimeUtil.timestampFromNanos(number);
    }
    if (type instanceof Types.FixedType && value instanceof ByteBuffer bytes) {
      return ByteBuffers.toByteArray(bytes);
    }
    return IdentityPartitionConverters.convertConstant(type, value);
  }
}
