package io.frazil.connector.convert;

import io.frazil.connector.change.ChangeEvent;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * Finds what orders a delete among the changes of its key: the values of its row in the ordering
 * columns. Not thread-safe.
 */
public final class OrderingConverter {
  private final Schema orderingColumns;
  private final NameMatching matching;
  private final StructConverter structs;

  /**
   * @param orderingColumns columns of the table, all optional
   * @param matching how names of fields find their columns
   */
  public OrderingConverter(Schema orderingColumns, NameMatching matching) {
    this(orderingColumns, matching, SpecialValues.FAIL);
  }

  private OrderingConverter(
      Schema orderingColumns, NameMatching matching, SpecialValues specialValues) {
    this.orderingColumns = orderingColumns;
    this.matching = matching;
    this.structs =
        new ValueConverters(matching, path -> {}, specialValues).ofRow(orderingColumns.asStruct());
  }

  /** The same, with another way to take special values than to fail; the row's must be the same. */
  public OrderingConverter withSpecialValues(SpecialValues specialValues) {
    return new OrderingConverter(orderingColumns, matching, specialValues);
  }

  /**
   * The ordering values of a change's row; empty if it has none, as with a tombstone, a row of key
   * columns only, or one whose other columns are all null, as some sources send it.
   *
   * @return a record of the ordering columns
   * @throws ConversionException if a value does not fit its column without loss
   */
  public Optional<Record> valuesOf(ChangeEvent change) {
    return change.row().map(row -> structs.convert(row.value())).filter(this::hasValue);
  }

  private boolean hasValue(Record values) {
    for (int column = 0; column < orderingColumns.columns().size(); column++) {
      if (values.get(column) != null) {
        return true;
      }
    }
    return false;
  }
}
