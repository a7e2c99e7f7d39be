package io.frazil.connector.schema;

import static io.frazil.connector.schema.SourceTypes.NO_ID;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.DataException;

/**
 * The column type for a value without a schema. All columns are optional, and those of a map come
 * in the order of their names, since the map has none.
 *
 * <p>A null, an empty list and an empty map tell no type: they give no column.
 */
final class InferredTypes {
  private InferredTypes() {}

  /** The columns for a map's values, by name. */
  static List<Types.NestedField> columns(Map<?, ?> map, String parent) {
    Map<String, Types.NestedField> columns = new TreeMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new DataException(
            "Cannot create columns for '%s': the name of a field in it is not text."
                .formatted(parent));
      }
      type(entry.getValue(), parent + name)
          .ifPresent(type -> columns.put(name, Types.NestedField.optional(NO_ID, name, type)));
    }
    return List.copyOf(columns.values());
  }

  private static Optional<Type> type(Object value, String path) {
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Map<?, ?> map) {
      return SourceTypes.structType(columns(map, path + "."));
    }
    if (value instanceof List<?> list) {
      return elementType(list, path).map(type -> Types.ListType.ofOptional(NO_ID, type));
    }
    return Optional.of(scalarType(value, path));
  }

  private static Type scalarType(Object value, String path) {
    if (value instanceof String) {
      return Types.StringType.get();
    } else if (value instanceof Boolean) {
      return Types.BooleanType.get();
    } else if (isSmallInteger(value)) {
      return Types.LongType.get();
    } else if (value instanceof Double || value instanceof Float) {
      return Types.DoubleType.get();
    } else if (value instanceof BigDecimal decimal) {
      return decimalType(decimal);
    } else if (value instanceof BigInteger integer) {
      return decimalType(new BigDecimal(integer));
    } else if (value instanceof byte[] || value instanceof ByteBuffer) {
      return Types.BinaryType.get();
    } else if (value instanceof Date) {
      return Types.TimestampType.withZone();
    } else if (value instanceof UUID) {
      return Types.UUIDType.get();
    }
    throw new DataException(
        "Cannot create column '%s': no type fits a value of class %s. Create the table with a type that fits."
            .formatted(path, value.getClass().getSimpleName()));
  }

  private static boolean isSmallInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  /** The widest decimal with this value's decimal places: its digits say nothing of others. */
  private static Type decimalType(BigDecimal value) {
    long wholeDigits = Math.max((long) value.precision() - value.scale(), 0);
    return wholeDigits + Math.max(value.scale(), 0) > DecimalTypes.MAX_PRECISION
        ? Types.StringType.get()
        : DecimalTypes.widest(value.scale());
  }

  private static Optional<Type> elementType(List<?> list, String path) {
    Optional<Type> common = Optional.empty();
    for (Object element : list) {
      Optional<Type> type = type(element, path + ".element");
      if (common.isPresent() && type.isPresent()) {
        common = Optional.of(union(common.get(), type.get(), path + ".element"));
      } else if (type.isPresent()) {
        common = type;
      }
    }
    return common;
  }

  /** The type for values of both: structs have the columns of both, decimals the longer scale. */
  private static Type union(Type one, Type other, String path) {
    if (one.equals(other)) {
      return one;
    }
    if (one instanceof Types.DecimalType first && other instanceof Types.DecimalType second) {
      return first.scale() >= second.scale() ? first : second;
    }
    if (one.isListType() && other.isListType()) {
      return Types.ListType.ofOptional(
          NO_ID,
          union(
              one.asListType().elementType(), other.asListType().elementType(), path + ".element"));
    }
    if (one.isStructType() && other.isStructType()) {
      return Types.StructType.of(
          union(one.asStructType().fields(), other.asStructType().fields(), path));
    }
    throw new DataException(
        "Cannot create column '%s': it has values of type %s and of type %s. Create the table with a type that fits all."
            .formatted(path, one.typeId(), other.typeId()));
  }

  private static List<Types.NestedField> union(
      List<Types.NestedField> one, List<Types.NestedField> other, String path) {
    Map<String, Types.NestedField> columns = new TreeMap<>();
    one.forEach(column -> columns.put(column.name(), column));
    for (Types.NestedField column : other) {
      columns.merge(
          column.name(),
          column,
          (mine, added) ->
              Types.NestedField.optional(
                  NO_ID, mine.name(), union(mine.type(), added.type(), path + "." + mine.name())));
    }
    return new ArrayList<>(columns.values());
  }
}
