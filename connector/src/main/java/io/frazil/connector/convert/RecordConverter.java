package io.frazil.connector.convert;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.patch.Patch;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * Turns Connect's rows into those of one table. It is built for a schema of the table and must be
 * built anew when that changes. Not thread-safe.
 */
public final class RecordConverter {
  private final Schema tableSchema;
  private final Set<String> fieldsLeftOut;
  private final NameMatching matching;
  private final UnknownFieldListener unknownFields;
  private final Map<String, Object> constants;
  private final SpecialValues specialValues;
  private final StructConverter structs;
  private final Absences absences;
  private final AbsentCells absentCells;

  /**
   * @param tableSchema the table's schema
   * @param fieldsLeftOut top-level fields of a row that are no columns and are not to be reported
   * @param matching how names of fields find their columns
   * @param unknownFields hears of fields that the table lacks
   */
  public RecordConverter(
      Schema tableSchema,
      Set<String> fieldsLeftOut,
      NameMatching matching,
      UnknownFieldListener unknownFields) {
    this(
        tableSchema,
        fieldsLeftOut,
        matching,
        unknownFields,
        Map.of(),
        SpecialValues.FAIL,
        Absences.NONE);
  }

  private RecordConverter(
      Schema tableSchema,
      Set<String> fieldsLeftOut,
      NameMatching matching,
      UnknownFieldListener unknownFields,
      Map<String, Object> constants,
      SpecialValues specialValues,
      Absences absences) {
    this.tableSchema = requireNonNull(tableSchema, "tableSchema");
    this.fieldsLeftOut = Set.copyOf(fieldsLeftOut);
    this.matching = requireNonNull(matching, "matching");
    this.unknownFields = requireNonNull(unknownFields, "unknownFields");
    this.constants = Map.copyOf(constants);
    this.specialValues = requireNonNull(specialValues, "specialValues");
    Set<String> constantNames =
        constants.keySet().stream().map(matching::normalized).collect(Collectors.toSet());
    Predicate<String> isConstant = field -> constantNames.contains(matching.normalized(field));
    this.structs =
        new ValueConverters(matching, unknownFields, specialValues)
            .ofRow(tableSchema.asStruct(), isConstant.or(this.fieldsLeftOut::contains), constants);
    this.absences = requireNonNull(absences, "absences");
    this.absentCells =
        new AbsentCells(tableSchema.asStruct(), structs, absences, constants.keySet());
  }

  /**
   * The same conversion with one column that has always the same value; a field of its name is left
   * out.
   *
   * @param column the name of a top-level column of the table
   * @param value a value of the column's type
   */
  public RecordConverter withConstant(String column, Object value) {
    return new RecordConverter(
        tableSchema,
        fieldsLeftOut,
        matching,
        unknownFields,
        Map.of(column, value),
        specialValues,
        absences);
  }

  /** The same conversion with another way to take special values than to fail. */
  public RecordConverter withSpecialValues(SpecialValues values) {
    return new RecordConverter(
        tableSchema, fieldsLeftOut, matching, unknownFields, constants, values, absences);
  }

  /** The same conversion with another way to take what rows do not tell than as null. */
  public RecordConverter withAbsences(Absences others) {
    return new RecordConverter(
        tableSchema, fieldsLeftOut, matching, unknownFields, constants, specialValues, others);
  }

  /**
   * The table's row.
   *
   * @throws ConversionException if a value does not fit its column without loss, or a required
   *     column has none
   */
  public Record row(ConnectValue row) {
    return absentCells.concern(row.value())
        ? absentCells.patch(row.value()).row()
        : structs.convert(row.value());
  }

  /**
   * The table's row, as far as the source tells it; empty if it tells all of it, as {@link #row}
   * has it then.
   *
   * @throws ConversionException if a value does not fit its column without loss, or a required
   *     column has none that it should have
   */
  public Optional<Patch> patch(ConnectValue row) {
    return absentCells.concern(row.value())
        ? Optional.of(absentCells.patch(row.value()))
        : Optional.empty();
  }

  /**
   * A row with what the source tells of it. Other columns are null, required ones too, and so are
   * those whose values were not sent, unless that is an error.
   *
   * @param row the row; without one, all columns are null
   * @throws ConversionException if a value does not fit its column without loss
   */
  public Record told(Optional<ConnectValue> row) {
    return row.isPresent()
        ? structs.without(absentCells.unavailable(row.get().value()), row.get().value())
        : structs.emptyRow();
  }

  /**
   * Sets a column of a row that a field of the same name does not.
   *
   * @throws ConversionException if the value does not fit without loss
   */
  public void set(Record row, String column, ConnectValue value) {
    structs.set(row, column, value);
  }

  /**
   * Makes sure that a row is whole.
   *
   * @param reason what is wrong if it is not
   * @throws ConversionException if a required column has no value
   */
  public void requireValues(Record row, String reason) {
    structs.requireValues(row, reason);
  }

  /**
   * The row that stays when it is deleted: what the delete has of it, and its key.
   *
   * @param image the row as the delete has it: all of it, its key columns, or nothing
   * @param key values of top-level columns of the table; they win over the image's
   * @throws ConversionException if a value does not fit its column without loss, or a required
   *     column has none
   */
  public Patch deletedRow(Optional<ConnectValue> image, Record key) {
    Record row = told(image);
    for (Types.NestedField column : key.struct().fields()) {
      row.setField(column.name(), key.getField(column.name()));
    }
    structs.requireValues(
        row,
        "the deleted row is to stay, the record has no value for this column, and the column is"
            + " required. Send whole rows with deletes, make the column optional, or set"
            + " delete-handling to hard");
    return absentCells.deleted(row);
  }
}
