package io.frazil.connector.intake;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.frazil.connector.schema.SchemaChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The columns that a changelog has beside those of its rows. */
public final class ChangelogColumns {
  /** What happened to the row: the name of a kind of change. */
  static final String CHANGE_TYPE = "_change_type";

  /** The source partition: only changes of one have an order. */
  static final String SOURCE_PARTITION = "_source_partition";

  /** The order within the source partition. */
  static final String CHANGE_ORDINAL = "_change_ordinal";

  /** Where the change stood in the source's own log, as the source tells it. */
  static final String SOURCE_POSITION = "_source_position";

  /** When the change happened in the source. */
  static final String SOURCE_TS = "_source_ts";

  /** All of them, optional, without ids of their own. */
  public static final List<Types.NestedField> ALL =
      List.of(
          column(CHANGE_TYPE, Types.StringType.get()),
          column(SOURCE_PARTITION, Types.StringType.get()),
          column(CHANGE_ORDINAL, Types.LongType.get()),
          column(SOURCE_POSITION, Types.StringType.get()),
          column(SOURCE_TS, Types.TimestampType.withZone()));

  static final Set<String> NAMES =
      ALL.stream().map(Types.NestedField::name).collect(toUnmodifiableSet());

  private ChangelogColumns() {}

  private static Types.NestedField column(String name, Type type) {
    return Types.NestedField.optional(0, name, type);
  }

  /** Those that a table lacks, as changes that add them. */
  static List<SchemaChange.AddColumn> lackingIn(Schema table) {
    return ALL.stream()
        .filter(column -> table.asStruct().field(column.name()) == null)
        .map(column -> new SchemaChange.AddColumn(Optional.empty(), column.name(), column.type()))
        .toList();
  }

  /** Those that a table has with another type. */
  static List<Types.NestedField> unfitIn(Schema table) {
    return ALL.stream()
        .map(column -> Optional.ofNullable(table.asStruct().field(column.name())))
        .flatMap(Optional::stream)
        .filter(column -> !column.type().equals(expected(column.name())))
        .toList();
  }

  static Type expected(String name) {
    return ALL.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow()
        .type();
  }
}
