package io.frazil.connector.intake;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.convert.KeyConverter;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.convert.OrderingConverter;
import io.frazil.connector.convert.RecordConverter;
import io.frazil.connector.convert.SpecialValues;
import io.frazil.connector.convert.UnknownFieldListener;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes what converts the changes of an open table, as the configuration says. */
final class ChangeConverters {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeConverters.class);

  private final ChangeReaders readers;
  private final NameMatching matching;
  private final SpecialValues specialValues;
  private final AbsenceRules absences;
  private final Set<String> unknownFields = new HashSet<>();

  ChangeConverters(FrazilConfig config, ChangeReaders readers) {
    this.readers = readers;
    this.matching =
        switch (config.tables().columnNames()) {
          case EXACT -> NameMatching.EXACT;
          case CASE_INSENSITIVE -> NameMatching.IGNORING_CASE;
        };
    this.specialValues =
        switch (config.changes().specialValues()) {
          case FAIL -> SpecialValues.FAIL;
          case NULL -> SpecialValues.NULL;
        };
    this.absences = new AbsenceRules(config.absences());
  }

  /** How names find columns. */
  NameMatching matching() {
    return matching;
  }

  /** For a table that keeps every row. */
  ChangeConverter appending(Opening opening) {
    return ChangeConverter.appending(rows(opening).withAbsences(absences.ofAppends()));
  }

  /** For a changelog. */
  ChangeConverter recording(Opening opening) {
    return ChangeConverter.recording(
        new ChangelogRows(
            rows(opening).withAbsences(absences.ofChangelogs()),
            opening.keyColumns().isEmpty() ? Optional.empty() : Optional.of(keys(opening))));
  }

  /** For a table that keeps the present row of each key. */
  ChangeConverter upserting(Opening opening, TableRequirements requirements) {
    Table table = opening.table();
    RecordConverter rows =
        rows(opening).withAbsences(absences.of(requirements, table.schema(), opening.keyColumns()));
    Optional<OrderingConverter> ordering =
        requirements
            .orderingColumns(table.schema())
            .map(
                columns ->
                    new OrderingConverter(columns.schema(), matching)
                        .withSpecialValues(specialValues));
    return requirements.options().keepsDeletedRows()
        ? ChangeConverter.flagging(
            requirements.nameIn(
                table.schema(), requirements.options().deletes().softDeleteColumn()),
            rows,
            keys(opening),
            ordering)
        : ChangeConverter.deleting(rows, keys(opening), ordering);
  }

  private KeyConverter keys(Opening opening) {
    return new KeyConverter(opening.table().schema(), opening.keyColumns(), matching);
  }

  private RecordConverter rows(Opening opening) {
    UnknownFieldListener listener =
        opening.evolution().isPresent()
            ? opening.evolution().get()
            : field -> warnOfUnknown(opening.ref(), field);
    return new RecordConverter(
            opening.table().schema(), opening.fieldsLeftOut(), matching, listener)
        .withSpecialValues(specialValues);
  }

  private void warnOfUnknown(TableRef ref, String field) {
    if (!readers.isOperation(field) && unknownFields.add(ref + "." + field)) {
      LOG.warn(
          "Table {} has no column for field '{}': the field is left out. Add the column to keep it.",
          ref,
          field);
    }
  }

  /**
   * A table that is being opened.
   *
   * @param table the table as it is now
   * @param keyColumns its key columns' names, if it has any
   * @param fieldsLeftOut top-level fields of rows that are no columns
   * @param evolution changes its schema, if that is wanted
   */
  record Opening(
      TableRef ref,
      Table table,
      List<String> keyColumns,
      Set<String> fieldsLeftOut,
      Optional<TableEvolution> evolution) {}
}
