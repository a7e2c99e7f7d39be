package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/**
 * What becomes of deleted rows of one table.
 *
 * @param mode how rows of earlier snapshots are deleted
 * @param handling what a delete does
 * @param softDeleteColumn the boolean column that flags deleted rows where they stay
 * @param readers who must see that rows are gone
 */
public record DeleteOptions(
    DeleteMode mode, DeleteHandling handling, String softDeleteColumn, Readers readers) {
  static final String GROUP = "Deletes";
  private static final DeleteMode DEFAULT_MODE = DeleteMode.AUTO;
  private static final String DEFAULT_COLUMN = "_deleted";
  private static final Choice MODES = Choice.of(DeleteMode.class);
  private static final Choice HANDLINGS = Choice.of(DeleteHandling.class);
  private static final Choice READERS = Choice.of(Reader.class);

  public DeleteOptions {
    requireNonNull(mode, "mode");
    requireNonNull(handling, "handling");
    requireNonNull(softDeleteColumn, "softDeleteColumn");
    requireNonNull(readers, "readers");
  }

  static void define(ConfigDef definition) {
    Option.choice(TableSetting.DELETE_MODE.common(), MODES)
        .importance(ConfigDef.Importance.HIGH)
        .fallback(Choice.written(DEFAULT_MODE))
        .addTo(
            definition,
            GROUP,
            "Delete mode",
            "How rows of earlier snapshots are deleted: by position-delete files (position, for"
                + " format version 2), by deletion vectors (deletion-vector, for version 3), by the"
                + " one of both that suits the table (auto), by rewriting data files"
                + " (copy-on-write, for any version), or by equality-delete files (equality), which"
                + " only Spark, Trino and Flink read, and slower with every commit.");
    Option.choice(TableSetting.DELETE_HANDLING.common(), HANDLINGS)
        .fallback(Choice.written(DeleteHandling.HARD))
        .addTo(
            definition,
            GROUP,
            "Delete handling",
            "What a delete does: it removes the row (hard), keeps it with a flag (soft), or nothing"
                + " (ignore).");
    Option.text(TableSetting.SOFT_DELETE_COLUMN.common())
        .fallback(DEFAULT_COLUMN)
        .usefulIf(DeleteOptions::isAnySoft)
        .addTo(
            definition,
            GROUP,
            "Soft-delete column",
            "The boolean column that is true in deleted rows and false in others where deletes are"
                + " soft; created tables get it, a record's field of this name is left out.");
    Option.choices(TableSetting.READERS.common(), READERS)
        .fallback(List.of())
        .addTo(
            definition,
            GROUP,
            "Readers",
            "Who reads the tables: a delete mode or format version that one of them cannot read is"
                + " refused, and a table that is created in delete mode auto gets the format version"
                + " that all can read; changelog is Spark's changelog view.");
  }

  private static boolean isAnySoft(Map<String, Object> parsed) {
    return parsed.entrySet().stream()
        .filter(option -> option.getKey().endsWith("." + TableSetting.DELETE_HANDLING.suffix()))
        .anyMatch(option -> "soft".equalsIgnoreCase(String.valueOf(option.getValue())));
  }

  static void define(ConfigDef definition, String table) {
    Option.choice(TableSetting.DELETE_MODE.own(table), MODES)
        .addTo(
            definition,
            TableOptions.GROUP,
            "Delete mode",
            "How rows of earlier snapshots of this table are deleted, instead of "
                + TableSetting.DELETE_MODE.common()
                + ".");
    Option.choice(TableSetting.DELETE_HANDLING.own(table), HANDLINGS)
        .addTo(
            definition,
            TableOptions.GROUP,
            "Delete handling",
            "What a delete does in this table, instead of "
                + TableSetting.DELETE_HANDLING.common()
                + ".");
    Option.text(TableSetting.SOFT_DELETE_COLUMN.own(table))
        .usefulIf(DeleteOptions::isAnySoft)
        .addTo(
            definition,
            TableOptions.GROUP,
            "Soft-delete column",
            "The column that flags deleted rows of this table, instead of "
                + TableSetting.SOFT_DELETE_COLUMN.common()
                + ".");
    Option.choices(TableSetting.READERS.own(table), READERS)
        .addTo(
            definition,
            TableOptions.GROUP,
            "Readers",
            "Who reads this table, instead of " + TableSetting.READERS.common() + ".");
  }

  static DeleteOptions from(Settings settings, String table) {
    return new DeleteOptions(
        settings.choice(TableSetting.DELETE_MODE.inForce(settings, table), DeleteMode.class),
        settings.choice(
            TableSetting.DELETE_HANDLING.inForce(settings, table), DeleteHandling.class),
        settings.text(TableSetting.SOFT_DELETE_COLUMN.inForce(settings, table)),
        Readers.named(settings.texts(TableSetting.READERS.inForce(settings, table))));
  }
}
