package io.frazil.transforms.dms;

import io.frazil.transforms.dms.CsvFormat.FullLoad;
import io.frazil.transforms.dms.CsvFormat.OtherTable;
import io.frazil.transforms.dms.CsvFormat.TableLines;
import io.frazil.transforms.dms.CsvFormat.TransactionLines;
import io.frazil.transforms.dms.CsvTable.Rules;
import io.frazil.transforms.option.OptionGroup;
import io.frazil.transforms.record.KeyColumns;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;

/** What users can set about lines of CSV. */
final class CsvOptions {
  static final String COLUMNS = "columns";
  static final String KEY_COLUMNS = "key.columns";
  static final String FORMAT = "format";
  static final String OPERATION_COLUMN = "op.column";
  static final String OPERATION_IN_FULL_LOAD = "op.in.full.load";
  static final String TIMESTAMP_COLUMN = "timestamp.column";
  static final String OTHER_TABLES = "other.tables";
  static final String DELIMITER = "delimiter";
  static final String NULL_VALUE = "null.value";
  private static final String TABLE = "table";
  private static final String TRANSACTIONS = "transactions";
  private static final String FAIL = "fail";
  private static final String SKIP = "skip";
  private static final String GROUP = "DMS CSV";

  private final Map<String, ?> given;
  private final Map<String, Object> parsed;

  private CsvOptions(Map<String, ?> given, Map<String, Object> parsed) {
    this.given = given;
    this.parsed = parsed;
  }

  /**
   * Reads options.
   *
   * @param given as the user wrote them
   * @param parsed the same by a definition with those of {@link #define}
   */
  static CsvOptions of(Map<String, ?> given, Map<String, Object> parsed) {
    return new CsvOptions(new HashMap<>(given), new HashMap<>(parsed));
  }

  static void define(ConfigDef definition) {
    OptionGroup group = OptionGroup.of(definition, GROUP);
    defineColumns(group);
    defineSpecialColumns(group);
    defineFiles(group);
  }

  private static void defineColumns(OptionGroup group) {
    group
        .add(
            COLUMNS,
            "",
            OptionGroup.check("name type, name type", CsvOptions::requireColumns),
            Importance.HIGH,
            "The line's columns in their order, as name type, the operation's among them if lines"
                + " have one; types are "
                + ColumnType.NAMES
                + ". With format=transactions, columns.<schema>.<table> for each table instead, of"
                + " the columns behind operation, table and schema.",
            "Columns")
        .add(
            KEY_COLUMNS,
            List.of(),
            OptionGroup.any("names of columns"),
            Importance.HIGH,
            "The columns that become the record's key; none leaves the key as it is. With"
                + " format=transactions, key.columns.<schema>.<table> for each table instead.",
            "Key columns")
        .add(
            FORMAT,
            TABLE,
            ConfigDef.ValidString.in(TABLE, TRANSACTIONS),
            Importance.MEDIUM,
            "What lines are: of one table, or of files of transactions (PreserveTransactions in"
                + " DMS), which have those of all tables.",
            "Format");
  }

  private static void defineSpecialColumns(OptionGroup group) {
    group
        .add(
            OPERATION_COLUMN,
            "op",
            OptionGroup.any("a name"),
            Importance.MEDIUM,
            "The column that holds the operation, in any case; it leaves the row. Where there is no"
                + " such column, each line is a new row.",
            "Operation column")
        .add(
            OPERATION_IN_FULL_LOAD,
            true,
            OptionGroup.any("true, false"),
            Importance.MEDIUM,
            "Whether lines of a full load have the operation too (IncludeOpForFullLoad in DMS);"
                + " else, one that lacks just the operation's field is a new row.",
            "Operation in full load")
        .add(
            TIMESTAMP_COLUMN,
            "",
            OptionGroup.any("a name"),
            Importance.MEDIUM,
            "The column that tells when a change was committed (TimestampColumnName in DMS), in any"
                + " case; it becomes _cdc.ts and, as text, _cdc.position, and leaves the row.",
            "Timestamp column");
  }

  private static void defineFiles(OptionGroup group) {
    group
        .add(
            OTHER_TABLES,
            FAIL,
            ConfigDef.ValidString.in(FAIL, SKIP),
            Importance.LOW,
            "What becomes of lines of tables whose columns are not configured, with"
                + " format=transactions.",
            "Other tables")
        .add(
            DELIMITER,
            ",",
            OptionGroup.check("one character", CsvOptions::requireDelimiter),
            Importance.LOW,
            "The character between fields (CsvDelimiter in DMS).",
            "Delimiter")
        .add(
            NULL_VALUE,
            "NULL",
            OptionGroup.any("any string"),
            Importance.LOW,
            "What a field without quotes holds when it is null (CsvNullValue in DMS).",
            "Null value");
  }

  private static void requireColumns(String key, Object value) {
    if (value instanceof String text && !text.isBlank()) {
      CsvColumn.list(key, text);
    }
  }

  private static void requireDelimiter(String key, Object value) {
    if (value instanceof String text && (text.length() != 1 || text.equals("\""))) {
      throw new ConfigException(key, value, "Give one character that is not a quote.");
    }
  }

  char delimiter() {
    return text(DELIMITER).charAt(0);
  }

  CsvFormat format() {
    return text(FORMAT).equals(TRANSACTIONS) ? transactionLines() : tableLines();
  }

  private CsvFormat tableLines() {
    requireNone(keys(COLUMNS + "."), TABLE);
    if (text(COLUMNS).isBlank()) {
      throw new ConfigException(
          COLUMNS, text(COLUMNS), "Tell the line's columns, such as op string, id bigint.");
    }
    List<CsvColumn> columns = CsvColumn.list(COLUMNS, text(COLUMNS));
    List<String> names = columns.stream().map(CsvColumn::name).toList();
    Optional<Integer> operation = index(names, OPERATION_COLUMN);
    index(names, TIMESTAMP_COLUMN);
    CsvTable table =
        CsvTable.of(
            IntStream.range(0, columns.size())
                .filter(index -> !operation.equals(Optional.of(index)))
                .mapToObj(columns::get)
                .toList(),
            rules(),
            KEY_COLUMNS,
            KeyColumns.of((List<?>) parsed.get(KEY_COLUMNS)));
    return new TableLines(
        names,
        operation,
        Boolean.TRUE.equals(parsed.get(OPERATION_IN_FULL_LOAD))
            ? FullLoad.WITH_OPERATION
            : FullLoad.WITHOUT_OPERATION,
        table);
  }

  /** Where a column stands; one that the user named must be there. */
  private Optional<Integer> index(List<String> names, String option) {
    String name = text(option);
    Optional<Integer> index =
        IntStream.range(0, names.size())
            .filter(each -> names.get(each).equalsIgnoreCase(name))
            .boxed()
            .findFirst();
    if (index.isEmpty() && given.containsKey(option) && !name.isBlank()) {
      throw new ConfigException(option, name, "It is not one of the columns " + names + ".");
    }
    return index;
  }

  private CsvFormat transactionLines() {
    requireNone(keys(COLUMNS).stream().filter(COLUMNS::equals).toList(), TRANSACTIONS);
    List<String> keys = keys(COLUMNS + ".");
    if (keys.isEmpty()) {
      throw new ConfigException(
          "Set columns.<schema>.<table> for each table, as format=transactions needs it.");
    }
    Map<String, CsvTable> tables = new LinkedHashMap<>();
    for (String key : keys) {
      String table = key.substring(COLUMNS.length() + 1);
      String keyOption = KEY_COLUMNS + "." + table;
      Object keyColumns = given.containsKey(keyOption) ? given.get(keyOption) : "";
      tables.put(
          table,
          CsvTable.of(
              CsvColumn.list(key, String.valueOf(given.get(key))),
              rules(),
              keyOption,
              KeyColumns.of(
                  (List<?>)
                      ConfigDef.parseType(
                          keyOption, String.valueOf(keyColumns), ConfigDef.Type.LIST))));
    }
    for (String key : keys(KEY_COLUMNS + ".")) {
      if (!tables.containsKey(key.substring(KEY_COLUMNS.length() + 1))) {
        throw new ConfigException(key, given.get(key), "There are no columns for this table.");
      }
    }
    return new TransactionLines(
        tables, text(OTHER_TABLES).equals(SKIP) ? OtherTable.SKIP : OtherTable.FAIL);
  }

  private Rules rules() {
    return new Rules(
        text(NULL_VALUE), Optional.of(text(TIMESTAMP_COLUMN)).filter(name -> !name.isBlank()));
  }

  private void requireNone(List<String> keys, String format) {
    if (!keys.isEmpty()) {
      throw new ConfigException(
          keys.get(0), given.get(keys.get(0)), "It has no meaning with format=" + format + ".");
    }
  }

  private List<String> keys(String prefix) {
    return given.keySet().stream().filter(key -> key.startsWith(prefix)).sorted().toList();
  }

  private String text(String key) {
    return String.valueOf(parsed.get(key));
  }
}
