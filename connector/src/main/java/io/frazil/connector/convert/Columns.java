package io.frazil.connector.convert;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** The columns of a struct in a table: which field goes to which. */
final class Columns {
  /** One column, and how values get into it. */
  record Column(int position, String name, ValueConverter converter) {
    Column forSource(Schema source) {
      return new Column(position, name, converter.forSource(source));
    }
  }

  private final String parent;
  private final Types.StructType type;
  private final NameMatching matching;
  private final GenericRecord empty;
  private final Map<String, Column> byExactName = new HashMap<>();
  private final Map<String, Column> byNormalizedName = new HashMap<>();
  private final List<Column> required = new ArrayList<>();

  /**
   * @param parent what goes before a column's name in its path: nothing, or a path that ends in a
   *     dot
   * @param constants values that columns have in every row, by their names
   */
  Columns(
      String parent,
      Types.StructType type,
      NameMatching matching,
      ValueConverters converters,
      Map<String, Object> constants) {
    this.parent = parent;
    this.type = type;
    this.matching = matching;
    this.empty = GenericRecord.create(type);
    constants.forEach(empty::setField);
    for (Types.NestedField field : type.fields()) {
      ValueConverter converter = converters.of(field.type(), parent + field.name());
      Column column = new Column(byExactName.size(), field.name(), converter);
      byExactName.put(field.name(), column);
      byNormalizedName.putIfAbsent(matching.normalized(field.name()), column);
      if (field.isRequired()) {
        required.add(column);
      }
    }
  }

  Types.StructType type() {
    return type;
  }

  /** The path of a field beside the columns. */
  String path(String field) {
    return parent + field;
  }

  /** The column of a field: the one of the same name before one that differs in case. */
  Optional<Column> find(String field) {
    Column exact = byExactName.get(field);
    return Optional.ofNullable(
        exact != null ? exact : byNormalizedName.get(matching.normalized(field)));
  }

  /** A row without values but the constant ones. */
  Record emptyRow() {
    // Not GenericRecord.create, which looks its names up in a cache by the hash of the whole type.
    return empty.copy();
  }

  /**
   * @param leftOut positions of columns that may be without one
   * @param reason what is wrong if a required column has no value
   * @throws ConversionException if one has none
   */
  void requireValues(Record row, BitSet leftOut, String reason) {
    for (int i = 0; i < required.size(); i++) {
      int position = required.get(i).position();
      if (row.get(position) == null && !leftOut.get(position)) {
        throw ConversionException.of(reason).within(required.get(i).name());
      }
    }
  }
}
