package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/**
 * How a record is read as a change.
 *
 * @param operationField the field, a dotted path, that holds the operation
 * @param operations meanings of operation values, beside those known by themselves; they win over
 *     those
 * @param missingOperation what a record without an operation is
 * @param nullValue what a record without a value is
 * @param truncate what a record that empties its table does
 * @param specialValues what becomes of values that the source's type has and the column's lacks
 */
public record ChangeOptions(
    Optional<String> operationField,
    Map<String, Meaning> operations,
    MissingOperation missingOperation,
    NullValue nullValue,
    Truncate truncate,
    SpecialValues specialValues) {
  static final String GROUP = "Changes";
  static final String OPERATION_FIELD = "iceberg.tables.cdc-field";
  static final String OPERATIONS = "iceberg.tables.cdc-op-map";
  static final String UPSERT = "iceberg.tables.upsert-mode-enabled";
  static final String MISSING_OPERATION = "iceberg.tables.behavior-on-missing-op";
  static final String TRUNCATE = "iceberg.tables.behavior-on-truncate";
  static final String NULL_VALUE = "iceberg.tables.behavior-on-null-values";
  static final String SPECIAL_VALUES = "iceberg.tables.special-values";
  private static final Choice MEANINGS = Choice.of(Meaning.class);

  public ChangeOptions {
    requireNonNull(operationField, "operationField");
    operations = Map.copyOf(operations);
    requireNonNull(missingOperation, "missingOperation");
    requireNonNull(nullValue, "nullValue");
    requireNonNull(truncate, "truncate");
    requireNonNull(specialValues, "specialValues");
  }

  static void define(ConfigDef definition) {
    defineOperations(definition);
    Option.choice(NULL_VALUE, Choice.of(NullValue.class))
        .fallback(Choice.written(NullValue.DELETE))
        .addTo(
            definition,
            GROUP,
            "On null values",
            "What a record with a key and a null value does: delete the key's row, be ignored, or"
                + " fail.");
    Option.choice(TRUNCATE, Choice.of(Truncate.class))
        .fallback(Choice.written(Truncate.FAIL))
        .addTo(
            definition,
            GROUP,
            "On truncates",
            "What a record does that empties its table in the source: fail, be ignored, or remove"
                + " all rows that came before it (apply), which a table can that is fed from one"
                + " source partition.");
    Option.choice(SPECIAL_VALUES, Choice.of(SpecialValues.class))
        .fallback(Choice.written(SpecialValues.FAIL))
        .addTo(
            definition,
            GROUP,
            "Special values",
            "What becomes of infinite dates and timestamps, times that are not within one day, and"
                + " dates of zeros, where the column's type has no such value: an error of the"
                + " record (fail), or null.");
  }

  private static void defineOperations(ConfigDef definition) {
    Option.text(OPERATION_FIELD)
        .importance(Importance.HIGH)
        .addTo(
            definition,
            GROUP,
            "Operation field",
            "The field, a dotted path, that says whether a record inserts, updates or deletes; an"
                + " upsert table leaves it out, an append table keeps it as a column.");
    Option.list(OPERATIONS, Rule.of("value:meaning pairs", ChangeOptions::requirePairs))
        .fallback(List.of())
        .width(Width.LONG)
        .usefulIf(Option.isGiven(OPERATION_FIELD))
        .addTo(
            definition,
            GROUP,
            "Operation meanings",
            "Further values of the operation field, as value:meaning with the meanings "
                + MEANINGS
                + "; they win over those known by themselves (I, U, D and the like, in any case), as"
                + " UPDATE_BEFORE:delete does where updates may change keys.");
    Option.flag(UPSERT)
        .fallback(false)
        .addTo(
            definition,
            GROUP,
            "Upsert",
            "Whether every record replaces the row of its key even without an operation field.");
    Option.choice(MISSING_OPERATION, Choice.of(MissingOperation.class))
        .fallback(Choice.written(MissingOperation.INSERT))
        .usefulIf(Option.isGiven(OPERATION_FIELD))
        .addTo(
            definition,
            GROUP,
            "On missing operations",
            "What a record with a missing, null or blank operation does: insert its row, as full"
                + " loads ask for, or fail.");
  }

  static ChangeOptions from(Settings settings) {
    return new ChangeOptions(
        settings.optionalText(OPERATION_FIELD),
        operations(settings.texts(OPERATIONS)),
        settings.choice(MISSING_OPERATION, MissingOperation.class),
        settings.choice(NULL_VALUE, NullValue.class),
        settings.choice(TRUNCATE, Truncate.class),
        settings.choice(SPECIAL_VALUES, SpecialValues.class));
  }

  private static Map<String, Meaning> operations(List<String> pairs) {
    Map<String, Meaning> operations = new LinkedHashMap<>();
    for (String pair : pairs) {
      int colon = pair.lastIndexOf(':');
      operations.put(
          folded(pair.substring(0, colon)), Choice.read(Meaning.class, pair.substring(colon + 1)));
    }
    return operations;
  }

  /** An operation's value as {@link #operations} has it: the case and outer blanks don't count. */
  public static String folded(String operation) {
    return operation.trim().toLowerCase(Locale.ROOT);
  }

  private static void requirePairs(String key, Object pairs) {
    Map<String, String> seen = new LinkedHashMap<>();
    for (Object each : (List<?>) pairs) {
      String pair = each.toString();
      int colon = pair.lastIndexOf(':');
      if (colon < 1 || pair.substring(0, colon).isBlank()) {
        throw new ConfigException(
            key, pairs, "'" + pair + "' is not a pair. Write value:meaning, such as I:upsert.");
      }
      MEANINGS.ensureValid(key, pair.substring(colon + 1));
      if (seen.put(folded(pair.substring(0, colon)), pair) != null) {
        throw new ConfigException(
            key, pairs, "'" + pair.substring(0, colon) + "' has two meanings. Keep one of them.");
      }
    }
  }

  /** What an operation's value means. */
  public enum Meaning {
    /** The row of the key is now as the record says. */
    UPSERT,
    /** The row of the key is gone. */
    DELETE,
    /** Nothing. */
    IGNORE,
    /** All rows of the table are gone, if {@link ChangeOptions#truncate()} says so. */
    TRUNCATE
  }

  /** What a record does that empties its table. */
  public enum Truncate {
    /** It is an error of the record. */
    FAIL,
    /** Nothing. */
    IGNORE,
    /** All rows go. */
    APPLY
  }

  /** What a record without an operation is. */
  public enum MissingOperation {
    /** An insert. */
    INSERT,
    /** An error of the record. */
    FAIL
  }

  /** What becomes of values that the source's type has and the column's lacks. */
  public enum SpecialValues {
    /** They are errors of their records. */
    FAIL,
    /** They become null. */
    NULL
  }

  /** What a record with a key and without a value is. */
  public enum NullValue {
    /** A delete of the key's row. */
    DELETE,
    /** Nothing. */
    IGNORE,
    /** An error of the record. */
    FAIL
  }
}
