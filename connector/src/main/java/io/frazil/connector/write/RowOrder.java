package io.frazil.connector.write;

import java.util.Comparator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrderComparators;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/** Compares rows as a table's sort order says. Not thread-safe. */
final class RowOrder implements Comparator<Record> {
  private final Comparator<StructLike> comparator;
  private final InternalRecordWrapper left;
  private final InternalRecordWrapper right;

  RowOrder(Table table) {
    Schema schema = table.schema();
    this.comparator = SortOrderComparators.forSchema(schema, table.sortOrder());
    this.left = new InternalRecordWrapper(schema.asStruct());
    this.right = new InternalRecordWrapper(schema.asStruct());
  }

  @Override
  public int compare(Record one, Record other) {
    return comparator.compare(left.wrap(one), right.wrap(other));
  }
}
