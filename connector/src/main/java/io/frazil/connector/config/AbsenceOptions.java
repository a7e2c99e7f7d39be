package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/**
 * What becomes of columns that a record does not tell.
 *
 * @param unavailableValues what becomes of values that the database did not send
 * @param placeholder what stands for such a value
 * @param missingColumns what becomes of columns that the record has no field for
 */
public record AbsenceOptions(
    UnavailableValues unavailableValues, String placeholder, MissingColumns missingColumns) {
  static final String UNAVAILABLE_VALUES = "iceberg.tables.unavailable-value-handling";
  static final String PLACEHOLDER = "iceberg.tables.unavailable-value-placeholder";
  static final String MISSING_COLUMNS = "iceberg.tables.missing-columns";
  private static final String DEFAULT_PLACEHOLDER = "__debezium_unavailable_value";

  public AbsenceOptions {
    requireNonNull(unavailableValues, "unavailableValues");
    requireNonNull(placeholder, "placeholder");
    requireNonNull(missingColumns, "missingColumns");
  }

  static void define(ConfigDef definition) {
    Option.choice(UNAVAILABLE_VALUES, Choice.of(UnavailableValues.class))
        .fallback(Choice.written(UnavailableValues.KEEP))
        .addTo(
            definition,
            ChangeOptions.GROUP,
            "Unavailable values",
            "What becomes of a column whose value the database did not send, since it did not"
                + " change (Debezium's placeholder): an upsert table keeps the value of the present"
                + " row and an append table takes the placeholder as it comes (keep), the column"
                + " becomes null (null), or it is an error of the record (fail).");
    Option.text(PLACEHOLDER)
        .fallback(DEFAULT_PLACEHOLDER)
        .addTo(
            definition,
            ChangeOptions.GROUP,
            "Unavailable-value placeholder",
            "What stands for a value that was not sent: Debezium's"
                + " unavailable.value.placeholder.");
    Option.choice(MISSING_COLUMNS, Choice.of(MissingColumns.class))
        .fallback(Choice.written(MissingColumns.NULL))
        .addTo(
            definition,
            ChangeOptions.GROUP,
            "Missing columns",
            "What becomes of a column that a record of an upsert table has no field for: it becomes"
                + " null, or keeps the value of the present row (keep), for sources that leave"
                + " columns out.");
    Option.list(TableSetting.UPDATE_COLUMNS.common(), Rule.distinctColumns())
        .fallback(List.of())
        .addTo(
            definition,
            ChangeOptions.GROUP,
            "Update columns",
            "The columns that a record changes where the key has a row already; others keep their"
                + " values. Where there is none, the whole record becomes the row. Ordering columns"
                + " and the soft-delete column always change. None means all.");
  }

  static void define(ConfigDef definition, String table) {
    Option.list(TableSetting.UPDATE_COLUMNS.own(table), Rule.distinctColumns())
        .addTo(
            definition,
            TableOptions.GROUP,
            "Update columns",
            "The columns of this table that a record changes where the key has a row already,"
                + " instead of "
                + TableSetting.UPDATE_COLUMNS.common()
                + ".");
  }

  static AbsenceOptions from(Settings settings) {
    return new AbsenceOptions(
        settings.choice(UNAVAILABLE_VALUES, UnavailableValues.class),
        settings.text(PLACEHOLDER),
        settings.choice(MISSING_COLUMNS, MissingColumns.class));
  }

  /** What becomes of a value that the database did not send. */
  public enum UnavailableValues {
    /** The column stays as it is. */
    KEEP,
    /** The column becomes null. */
    NULL,
    /** It is an error of the record. */
    FAIL
  }

  /** What becomes of a column that the record has no field for. */
  public enum MissingColumns {
    /** It becomes null. */
    NULL,
    /** It stays as it is. */
    KEEP
  }
}
