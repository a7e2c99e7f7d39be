package io.frazil.connector.convert;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Finds the key of a change: a record of the key columns alone, in the table's order, none of them
 * null. The columns have their ids from the table; a nested key column comes within its parents.
 * Not thread-safe.
 */
public final class KeyConverter {
  private final Schema schema;
  private final NameMatching matching;
  private final StructConverter structs;
  private final Projection projection;

  /**
   * @param tableSchema the table's schema
   * @param keyColumns the key columns' names, with those of their parents joined by dots
   * @param matching how names find their columns
   * @throws ConnectException if there is no key column, or one is missing, is no single value, is a
   *     floating-point number, or lies within a list or map
   */
  public KeyConverter(Schema tableSchema, List<String> keyColumns, NameMatching matching) {
    if (keyColumns.isEmpty()) {
      throw new ConnectException(
          "Cannot tell rows apart without a key column. Set id-columns for the table.");
    }
    this.matching = matching;
    this.schema = keySchema(tableSchema, keyColumns, matching);
    this.structs =
        new ValueConverters(matching, path -> {}, SpecialValues.FAIL).ofRow(schema.asStruct());
    this.projection = Projection.of(tableSchema.asStruct(), schema.asStruct());
  }

  /** The key columns, all of them required. */
  public Schema schema() {
    return schema;
  }

  /**
   * The key of a table's row.
   *
   * @throws ConversionException if a key column is null
   */
  public Record keyOf(Record row) {
    return projection.of(row);
  }

  /**
   * The key of the row that a change is about: from the change's row. That of a delete is from the
   * first of these that has all key columns: its row, the row before it, the record's key.
   *
   * @throws ConversionException if a key column is missing, null, or not convertible
   */
  public Record keyOf(ChangeEvent change) {
    if (change.operation() == Operation.UPSERT) {
      return structs.convert(change.row().orElseThrow().value());
    }
    List<ConnectValue> images =
        Stream.of(change.row(), change.before(), change.key()).flatMap(Optional::stream).toList();
    Optional<ConnectValue> whole = images.stream().filter(this::hasKey).findFirst();
    if (whole.isPresent()) {
      return structs.convert(whole.get().value());
    }
    if (change.key().filter(key -> !isRow(key.value())).isPresent()) {
      return ofBareKey(change.key().get());
    }
    throw ConversionException.of("it is a key column, and neither row nor record key has it")
        .within(
            images.stream()
                .findFirst()
                .flatMap(this::missingIn)
                .orElse(schema.columns().get(0).name()));
  }

  /**
   * The key that the row of an upsert had before, if that is known and was another: the values that
   * the row before it has in key columns, and for others those of the row itself.
   *
   * @throws ConversionException if a value is null or not convertible
   */
  public Optional<Record> formerKeyOf(ChangeEvent change) {
    return change.before().flatMap(before -> formerKey(before.value(), change));
  }

  /**
   * The same, also where the change of which it is known is not the one that removes the old row.
   *
   * @throws ConversionException if a value is null or not convertible
   */
  public Optional<Record> knownFormerKeyOf(ChangeEvent change) {
    return change.formerKey().or(change::before).flatMap(image -> formerKey(image.value(), change));
  }

  private Optional<Record> formerKey(Object before, ChangeEvent change) {
    Object row = change.row().orElseThrow().value();
    if (schema.columns().stream().noneMatch(column -> differs(before, row, column.name()))) {
      return Optional.empty();
    }
    Record present = structs.convert(row);
    Record former = structs.withoutCheck(before);
    for (int column = 0; column < schema.columns().size(); column++) {
      if (former.get(column) == null) {
        former.set(column, present.get(column));
      }
    }
    return former.equals(present) ? Optional.empty() : Optional.of(former);
  }

  private boolean differs(Object before, Object row, String column) {
    Optional<Object> old = valueIn(before, column);
    return old.isPresent() && !Objects.deepEquals(old.get(), valueIn(row, column).orElse(null));
  }

  private Record ofBareKey(ConnectValue key) {
    if (schema.columns().size() > 1 || !schema.columns().get(0).type().isPrimitiveType()) {
      throw ConversionException.of(
          "the record's key is a single value, not a struct or map of the key columns");
    }
    return structs.ofField(schema.columns().get(0).name(), key);
  }

  private static boolean isRow(Object value) {
    return value instanceof Struct || value instanceof Map;
  }

  private boolean hasKey(ConnectValue row) {
    return isRow(row.value()) && missingIn(row).isEmpty();
  }

  private Optional<String> missingIn(ConnectValue row) {
    for (Types.NestedField column : schema.columns()) {
      if (valueIn(row.value(), column.name()).isEmpty()) {
        return Optional.of(column.name());
      }
    }
    return Optional.empty();
  }

  private Optional<Object> valueIn(Object row, String column) {
    if (row instanceof Struct struct) {
      Field exact = struct.schema().field(column);
      return Optional.ofNullable(exact)
          .or(
              () ->
                  struct.schema().fields().stream()
                      .filter(field -> matches(field.name(), column))
                      .findFirst())
          .map(field -> struct.getWithoutDefault(field.name()));
    }
    Map<?, ?> map = (Map<?, ?>) row;
    return Optional.<Object>ofNullable(map.get(column))
        .or(
            () ->
                map.entrySet().stream()
                    .filter(field -> matches(String.valueOf(field.getKey()), column))
                    .findFirst()
                    .map(Map.Entry::getValue));
  }

  private boolean matches(String field, String column) {
    return matching.normalized(field).equals(matching.normalized(column));
  }

  private static Schema keySchema(
      Schema tableSchema, List<String> keyColumns, NameMatching matching) {
    Set<Integer> ids = new HashSet<>();
    for (String name : keyColumns) {
      Types.NestedField column = keyColumn(tableSchema, name, matching);
      requireNoElement(tableSchema, column);
      ids.add(column.fieldId());
    }
    return new Schema(
        TypeUtil.select(tableSchema, ids).columns().stream().map(KeyConverter::required).toList());
  }

  private static Types.NestedField keyColumn(
      Schema tableSchema, String name, NameMatching matching) {
    Types.NestedField column =
        matching
            .column(tableSchema, name)
            .orElseThrow(() -> unusable(name, "the table has no such column"));
    Type.TypeID type = column.type().typeId();
    if (type == Type.TypeID.FLOAT || type == Type.TypeID.DOUBLE) {
      throw unusable(name, "floating-point numbers do not compare reliably");
    }
    if (!column.type().isPrimitiveType()) {
      throw unusable(name, "it is a " + type + ", not a single value");
    }
    return column;
  }

  private static void requireNoElement(Schema tableSchema, Types.NestedField column) {
    Map<Integer, Integer> parents = TypeUtil.indexParents(tableSchema.asStruct());
    Types.NestedField current = column;
    while (parents.containsKey(current.fieldId())) {
      current = tableSchema.findField(parents.get(current.fieldId()));
      if (!current.type().isStructType()) {
        throw unusable(
            tableSchema.findColumnName(column.fieldId()), "it lies within a list or map");
      }
    }
  }

  private static ConnectException unusable(String column, String reason) {
    return new ConnectException(
        "Cannot use column '%s' as a key: %s. Choose other id-columns.".formatted(column, reason));
  }

  private static Types.NestedField required(Types.NestedField field) {
    Type type =
        field.type().isStructType()
            ? Types.StructType.of(
                field.type().asStructType().fields().stream().map(KeyConverter::required).toList())
            : field.type();
    return Types.NestedField.required(field.fieldId(), field.name(), type);
  }
}
