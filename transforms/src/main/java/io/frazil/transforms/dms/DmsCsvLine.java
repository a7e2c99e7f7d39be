package io.frazil.transforms.dms;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.dms.CsvLine.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Turns a line of CSV, as AWS DMS writes them to S3, into a row: a struct with a field for each
 * column, the operation being a column like the others. Key columns, if any are configured, become
 * the record's key, so that all changes of a row are in one partition.
 *
 * <p>A record without a value passes as it is. A line that does not fit the columns is an error of
 * the record, whose message never repeats what the line holds.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class DmsCsvLine<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  static final String COLUMNS = "columns";
  static final String KEY_COLUMNS = "key.columns";
  static final String DELIMITER = "delimiter";
  static final String NULL_VALUE = "null.value";
  private static final String GROUP = "DMS CSV";

  private List<CsvColumn> columns = List.of();
  private List<String> keyColumns = List.of();
  private char delimiter = ',';
  private String nullValue = "NULL";
  private Schema rowSchema = SchemaBuilder.struct().build();
  private Schema keySchema = SchemaBuilder.struct().build();

  /** Called by Connect. */
  public DmsCsvLine() {}

  @Override
  public String version() {
    return Optional.ofNullable(DmsCsvLine.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    defineColumns(definition);
    defineFormat(definition);
    return definition;
  }

  private static void defineColumns(ConfigDef definition) {
    definition
        .define(
            COLUMNS,
            ConfigDef.Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            ConfigDef.LambdaValidator.with(
                DmsCsvLine::requireColumns, () -> "name type, name type"),
            ConfigDef.Importance.HIGH,
            "The line's columns in their order, as name type, the operation's among them if lines"
                + " have one; types are "
                + ColumnType.NAMES
                + ".",
            GROUP,
            1,
            ConfigDef.Width.LONG,
            "Columns")
        .define(
            KEY_COLUMNS,
            ConfigDef.Type.LIST,
            List.of(),
            ConfigDef.LambdaValidator.with((key, value) -> {}, () -> "names of columns"),
            ConfigDef.Importance.HIGH,
            "The columns that become the record's key; none leaves the key as it is.",
            GROUP,
            2,
            ConfigDef.Width.LONG,
            "Key columns");
  }

  private static void defineFormat(ConfigDef definition) {
    definition
        .define(
            DELIMITER,
            ConfigDef.Type.STRING,
            ",",
            ConfigDef.LambdaValidator.with(DmsCsvLine::requireDelimiter, () -> "one character"),
            ConfigDef.Importance.LOW,
            "The character between fields (CsvDelimiter in DMS).",
            GROUP,
            3,
            ConfigDef.Width.SHORT,
            "Delimiter")
        .define(
            NULL_VALUE,
            ConfigDef.Type.STRING,
            "NULL",
            ConfigDef.LambdaValidator.with((key, value) -> {}, () -> "any string"),
            ConfigDef.Importance.LOW,
            "What a field without quotes holds when it is null (CsvNullValue in DMS).",
            GROUP,
            4,
            ConfigDef.Width.SHORT,
            "Null value");
  }

  private static void requireColumns(String key, Object value) {
    if (value instanceof String text) {
      CsvColumn.list(key, text);
    }
  }

  private static void requireDelimiter(String key, Object value) {
    if (value instanceof String text && (text.length() != 1 || text.equals("\""))) {
      throw new ConfigException(key, value, "Give one character that is not a quote.");
    }
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    Map<String, Object> options = definition().parse(given);
    columns = CsvColumn.list(COLUMNS, (String) options.get(COLUMNS));
    keyColumns = ((List<?>) options.get(KEY_COLUMNS)).stream().map(String::valueOf).toList();
    delimiter = ((String) options.get(DELIMITER)).charAt(0);
    nullValue = (String) options.get(NULL_VALUE);
    requireKnown(keyColumns, columns.stream().map(CsvColumn::name).toList());
    SchemaBuilder row = SchemaBuilder.struct();
    SchemaBuilder key = SchemaBuilder.struct();
    for (CsvColumn column : columns) {
      row.field(column.name(), column.type().schema().get().optional().build());
      if (keyColumns.contains(column.name())) {
        key.field(column.name(), column.type().schema().get().build());
      }
    }
    rowSchema = row.build();
    keySchema = key.build();
  }

  private static void requireKnown(List<String> keyColumns, List<String> columns) {
    for (String keyColumn : keyColumns) {
      if (!columns.contains(keyColumn)) {
        throw new ConfigException(
            KEY_COLUMNS, keyColumns, "'" + keyColumn + "' is not one of the columns " + columns);
      }
    }
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    Struct row = row(record);
    boolean isKeyed = !keyColumns.isEmpty();
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        isKeyed ? keySchema : record.keySchema(),
        isKeyed ? key(row, record) : record.key(),
        rowSchema,
        row,
        record.timestamp());
  }

  private Struct row(R record) {
    if (!(record.value() instanceof String line)) {
      throw unreadable(record, "its value is not a string; use a StringConverter");
    }
    List<Field> fields = fields(record, line);
    if (fields.size() != columns.size()) {
      throw unreadable(
          record, "it has " + fields.size() + " fields for " + columns.size() + " columns");
    }
    Struct row = new Struct(rowSchema);
    for (int index = 0; index < fields.size(); index++) {
      CsvColumn column = columns.get(index);
      Field field = fields.get(index);
      if (!isNull(field)) {
        int place = index + 1;
        row.put(
            column.name(),
            column.type().read(field.text()).orElseThrow(() -> unreadable(record, column, place)));
      }
    }
    return row;
  }

  private List<Field> fields(R record, String line) {
    try {
      return CsvLine.fields(line, delimiter);
    } catch (DataException malformed) {
      throw new DataException(
          "Cannot read the CSV line of " + place(record) + ": " + malformed.getMessage() + ".",
          malformed);
    }
  }

  private boolean isNull(Field field) {
    return field.quoting() == Quoting.PLAIN && field.text().equals(nullValue);
  }

  private Struct key(Struct row, R record) {
    Struct key = new Struct(keySchema);
    List<String> nulls = new ArrayList<>();
    for (String column : keyColumns) {
      Optional.ofNullable(row.get(column))
          .ifPresentOrElse(value -> key.put(column, value), () -> nulls.add(column));
    }
    if (!nulls.isEmpty()) {
      throw unreadable(record, "its key columns " + nulls + " are null");
    }
    return key;
  }

  private DataException unreadable(R record, CsvColumn column, int place) {
    return unreadable(
        record,
        "field "
            + place
            + " (column '"
            + column.name()
            + "') is not "
            + column.type().expectation());
  }

  private DataException unreadable(R record, String reason) {
    return new DataException("Cannot read the CSV line of " + place(record) + ": " + reason + ".");
  }

  private static String place(ConnectRecord<?> record) {
    if (record instanceof SinkRecord sunk) {
      return sunk.topic() + "-" + sunk.kafkaPartition() + "@" + sunk.kafkaOffset();
    }
    if (record instanceof SourceRecord sourced) {
      return "topic '"
          + sourced.topic()
          + "' from "
          + sourced.sourcePartition()
          + " at "
          + sourced.sourceOffset();
    }
    return "topic '" + record.topic() + "'";
  }

  @Override
  public void close() {}
}
