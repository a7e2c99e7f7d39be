package io.frazil.connector.schema;

import io.frazil.connector.semantic.SemanticType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/** The column type for each Connect schema. Fields have no ids of their own yet. */
final class SourceTypes {
  /** Stands for the ids, which are assigned to the whole schema at the end. */
  static final int NO_ID = 0;

  /** The schema parameter by which Debezium and others tell a decimal's precision. */
  private static final String PRECISION = "connect.decimal.precision";

  private final ColumnRequirement requirement;
  private final TimestampUnit finestUnit;

  SourceTypes(ColumnRequirement requirement, TimestampUnit finestUnit) {
    this.requirement = requirement;
    this.finestUnit = finestUnit;
  }

  /** The columns for a struct's fields, in their order; those without a type are left out. */
  List<Types.NestedField> columns(List<Field> fields, String parent) {
    List<Types.NestedField> columns = new ArrayList<>();
    for (Field field : fields) {
      Optional<Type> type = type(field.schema(), parent + field.name());
      if (type.isPresent()) {
        columns.add(
            isOptional(field.schema())
                ? Types.NestedField.optional(NO_ID, field.name(), type.get())
                : Types.NestedField.required(NO_ID, field.name(), type.get()));
      }
    }
    return columns;
  }

  /** The type for a schema; empty for a struct without fields, which no file format can store. */
  private Optional<Type> type(Schema schema, String path) {
    Optional<SemanticType> semantic = SemanticType.of(schema);
    return semantic.isPresent()
        ? semanticType(semantic.get(), schema, path)
        : plainType(schema, path);
  }

  private Optional<Type> plainType(Schema schema, String path) {
    return switch (schema.type()) {
      case BOOLEAN -> Optional.of(Types.BooleanType.get());
      case INT8, INT16, INT32 -> Optional.of(Types.IntegerType.get());
      case INT64 -> Optional.of(Types.LongType.get());
      case FLOAT32 -> Optional.of(Types.FloatType.get());
      case FLOAT64 -> Optional.of(Types.DoubleType.get());
      case STRING -> Optional.of(Types.StringType.get());
      case BYTES -> Optional.of(Types.BinaryType.get());
      case ARRAY -> listType(schema, path);
      case MAP -> mapType(schema, path);
      case STRUCT -> structType(columns(schema.fields(), path + "."));
    };
  }

  static Optional<Type> structType(List<Types.NestedField> columns) {
    return columns.isEmpty() ? Optional.empty() : Optional.of(Types.StructType.of(columns));
  }

  private Optional<Type> listType(Schema schema, String path) {
    return type(schema.valueSchema(), path + ".element")
        .map(
            element ->
                isOptional(schema.valueSchema())
                    ? Types.ListType.ofOptional(NO_ID, element)
                    : Types.ListType.ofRequired(NO_ID, element));
  }

  private Optional<Type> mapType(Schema schema, String path) {
    Optional<Type> key = type(schema.keySchema(), path + ".key");
    Optional<Type> value = type(schema.valueSchema(), path + ".value");
    if (key.isEmpty() || value.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        isOptional(schema.valueSchema())
            ? Types.MapType.ofOptional(NO_ID, NO_ID, key.get(), value.get())
            : Types.MapType.ofRequired(NO_ID, NO_ID, key.get(), value.get()));
  }

  private Optional<Type> semanticType(SemanticType semantic, Schema schema, String path) {
    return switch (semantic) {
      case DECIMAL -> Optional.of(decimalType(schema, path));
      case CONNECT_DATE, DATE, ISO_DATE -> Optional.of(Types.DateType.get());
      case CONNECT_TIME, TIME, MICRO_TIME, NANO_TIME, ISO_TIME -> Optional.of(Types.TimeType.get());
      case TIMESTAMP, MICRO_TIMESTAMP, ISO_TIMESTAMP ->
          Optional.of(Types.TimestampType.withoutZone());
      case NANO_TIMESTAMP -> Optional.of(finestUnit.withoutZone());
      // Connect defines its own as points in time.
      case CONNECT_TIMESTAMP, ZONED_TIMESTAMP -> Optional.of(Types.TimestampType.withZone());
      case UUID -> Optional.of(Types.UUIDType.get());
      // Each value has another scale, so no decimal type fits all.
      case VARIABLE_SCALE_DECIMAL -> Optional.of(Types.StringType.get());
      case ZONED_TIME, YEAR, INTERVAL, MICRO_DURATION, NANO_DURATION -> plainType(schema, path);
      case JSON, XML, ENUM, ENUM_SET, BITS, LTREE, TSVECTOR -> plainType(schema, path);
      case POINT, GEOMETRY, GEOGRAPHY -> plainType(schema, path);
      case DOUBLE_VECTOR, FLOAT_VECTOR, SPARSE_DOUBLE_VECTOR -> plainType(schema, path);
    };
  }

  private static Type decimalType(Schema schema, String path) {
    int scale = parameter(schema, Decimal.SCALE_FIELD, path).orElse(0);
    return parameter(schema, PRECISION, path)
        .filter(precision -> precision > 0)
        .map(precision -> DecimalTypes.holding(precision, scale))
        .orElseGet(() -> DecimalTypes.widest(scale));
  }

  private static Optional<Integer> parameter(Schema schema, String name, String path) {
    String text = schema.parameters() == null ? null : schema.parameters().get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Integer.valueOf(text));
    } catch (NumberFormatException e) {
      throw new DataException(
          "Cannot create column '%s': parameter '%s' of its schema is not a number, but '%s'."
              .formatted(path, name, text),
          e);
    }
  }

  private boolean isOptional(Schema schema) {
    return requirement == ColumnRequirement.ALL_OPTIONAL || schema.isOptional();
  }
}
