package io.frazil.connector.convert;

import io.frazil.connector.change.ConnectValue;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * Turns Connect's rows into those of one table. It is built for a schema of the table and must be
 * built anew when that changes. Not thread-safe.
 */
public final class RecordConverter {
  private final StructConverter structs;

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
    this.structs =
        new ValueConverters(matching, unknownFields).ofRow(tableSchema.asStruct(), fieldsLeftOut);
  }

  /**
   * The table's row.
   *
   * @throws ConversionException if a value does not fit its column without loss, or a required
   *     column has none
   */
  public Record row(ConnectValue row) {
    return structs.convert(row.value());
  }
}
