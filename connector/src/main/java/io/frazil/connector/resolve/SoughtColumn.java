package io.frazil.connector.resolve;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The values that one key column has in the sought keys, to tell from a data file's statistics that
 * it holds none of them. Values come as Iceberg keeps them: a date is its days. Not thread-safe.
 */
abstract sealed class SoughtColumn {
  private final int fieldId;
  private final Type type;

  private SoughtColumn(Types.NestedField field) {
    this.fieldId = field.fieldId();
    this.type = field.type();
  }

  static SoughtColumn of(Types.NestedField field) {
    return switch (field.type().typeId()) {
      case INTEGER, LONG, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO, UUID -> new Listed(field);
      default -> new Range(field);
    };
  }

  /** Takes the value of one more sought key; keeps no reference to memory that may change. */
  abstract void add(Object value);

  /** Whether a value may lie between bounds, both of which belong to it. */
  abstract boolean mayBeWithin(Object lower, Object upper);

  /** Whether a data file may hold a row with one of the values, as far as its statistics tell. */
  final boolean mayBeIn(DataFile file) {
    if (isAllNull(file)) {
      return false;
    }
    Map<Integer, ByteBuffer> lowers = file.lowerBounds();
    Map<Integer, ByteBuffer> uppers = file.upperBounds();
    ByteBuffer lower = lowers == null ? null : lowers.get(fieldId);
    ByteBuffer upper = uppers == null ? null : uppers.get(fieldId);
    return lower == null
        || upper == null
        || mayBeWithin(
            Conversions.fromByteBuffer(type, lower), Conversions.fromByteBuffer(type, upper));
  }

  private boolean isAllNull(DataFile file) {
    if (file.valueCounts() == null || file.nullValueCounts() == null) {
      return false;
    }
    Long values = file.valueCounts().get(fieldId);
    Long nulls = file.nullValueCounts().get(fieldId);
    // Some writers state no values for a column that they leave out.
    return values != null && nulls != null && values > 0 && values.equals(nulls);
  }

  /** All values of a column that longs order; of a UUID the upper half. */
  private static final class Listed extends SoughtColumn {
    private long[] values = new long[16];
    private int size;
    private boolean isSorted = true;

    Listed(Types.NestedField field) {
      super(field);
    }

    @Override
    void add(Object value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size] = number(value);
      size++;
      isSorted = false;
    }

    @Override
    boolean mayBeWithin(Object lower, Object upper) {
      if (lower instanceof UUID && (number(lower) < 0 || number(upper) < 0)) {
        // Writers differ in whether such a UUID comes before or behind the others.
        return true;
      }
      if (!isSorted) {
        Arrays.sort(values, 0, size);
        isSorted = true;
      }
      int found = Arrays.binarySearch(values, 0, size, number(lower));
      int next = found < 0 ? -found - 1 : found;
      return next < size && values[next] <= number(upper);
    }

    private static long number(Object value) {
      return value instanceof UUID uuid
          ? uuid.getMostSignificantBits()
          : ((Number) value).longValue();
    }
  }

  /** The least and the greatest value. */
  private static final class Range extends SoughtColumn {
    private final Comparator<Object> order;
    private Object least;
    private Object greatest;

    Range(Types.NestedField field) {
      super(field);
      this.order = Comparators.forType(field.type().asPrimitiveType());
    }

    @Override
    void add(Object value) {
      if (least == null || order.compare(value, least) < 0) {
        least = KeyValue.detached(value);
      }
      if (greatest == null || order.compare(value, greatest) > 0) {
        greatest = KeyValue.detached(value);
      }
    }

    @Override
    boolean mayBeWithin(Object lower, Object upper) {
      return least != null
          && order.compare(least, upper) <= 0
          && order.compare(greatest, lower) >= 0;
    }
  }
}
