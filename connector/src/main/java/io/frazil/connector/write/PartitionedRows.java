package io.frazil.connector.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableGroup;

/**
 * Rows on their way into data files of the table's default spec, one open file a partition. An
 * unpartitioned table has the one empty partition.
 */
final class PartitionedRows implements DeltaPart {
  private final NewFiles files;
  private final Map<PartitionKey, RollingRows> partitions = new HashMap<>();
  // Both are filled anew for each row, so that a row costs no object.
  private final PartitionKey partition;
  private final InternalRecordWrapper values;

  PartitionedRows(NewFiles files, Schema schema) {
    this.files = files;
    this.partition = files.newPartitionKey();
    this.values = new InternalRecordWrapper(schema.asStruct());
  }

  /** The rows of the partition that this row belongs to. */
  RollingRows of(Record row) {
    partition.partition(values.wrap(row));
    RollingRows known = partitions.get(partition);
    if (known != null) {
      return known;
    }
    PartitionKey added = partition.copy();
    RollingRows rows = new RollingRows(files, added);
    partitions.put(added, rows);
    return rows;
  }

  @Override
  public long bytes() {
    return partitions.values().stream().mapToLong(RollingRows::bytes).sum();
  }

  @Override
  public List<DataFile> complete() {
    List<DataFile> complete = new ArrayList<>();
    for (RollingRows rows : partitions.values()) {
      complete.addAll(rows.complete());
    }
    return complete;
  }

  @Override
  public void close() throws IOException {
    try (CloseableGroup group = new CloseableGroup()) {
      partitions.values().forEach(group::addCloseable);
    }
  }
}
