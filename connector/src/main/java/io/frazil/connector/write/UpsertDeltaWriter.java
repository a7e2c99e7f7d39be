package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.Record;

/**
 * A delta in which the last change of each key wins.
 *
 * <p>Rows of older snapshots go by key: every key that a change names is in the one key file, once,
 * also when its row was born in this delta. Rows of this delta go by position, since a key file
 * reaches only rows of strictly older snapshots; for the same reason a row and its key may be
 * committed in one snapshot.
 */
public final class UpsertDeltaWriter implements DeltaWriter {
  private static final int FIRST_VERSION_WITH_DELETE_FILES = 2;
  private static final int FIRST_VERSION_WITH_DELETION_VECTORS = 3;

  private final PartitionedRows data;
  private final KeyFile keyFile;
  private final PositionDeletes positionDeletes;
  private final KeyValues keyValues;
  private final OpenDelta delta;
  private final Map<Object, LastChange> lastChanges = new HashMap<>();

  private UpsertDeltaWriter(
      NewFiles files,
      PartitionedRows data,
      KeyFile keyFile,
      PositionDeletes positionDeletes,
      KeyValues keyValues) {
    this.data = data;
    this.keyFile = keyFile;
    this.positionDeletes = positionDeletes;
    this.keyValues = keyValues;
    this.delta = new OpenDelta(files, List.of(data, keyFile, positionDeletes));
  }

  /**
   * Opens a delta.
   *
   * @param key what identifies a row
   * @param unpartitioned a spec that the table has and that has no partitions: keys written with it
   *     reach rows in every partition
   * @param writeProperties override the table's
   * @param deltaId unique for ever; part of the files' names
   * @throws IllegalArgumentException if the table cannot have delete files, or not with this spec
   */
  public static UpsertDeltaWriter open(
      Table table,
      KeyColumns key,
      PartitionSpec unpartitioned,
      Map<String, String> writeProperties,
      UUID deltaId) {
    int formatVersion = TableUtil.formatVersion(table);
    if (formatVersion < FIRST_VERSION_WITH_DELETE_FILES) {
      throw new IllegalArgumentException(
          "Cannot upsert into table "
              + table.name()
              + ": format version "
              + formatVersion
              + " has no delete files. Set the table property format-version to 2.");
    }
    requireReachesEveryPartition(table, unpartitioned);
    NewFiles files = NewFiles.ofKeyedRows(table, key, writeProperties, deltaId);
    return new UpsertDeltaWriter(
        files,
        new PartitionedRows(files, table.schema()),
        new KeyFile(files, unpartitioned),
        formatVersion < FIRST_VERSION_WITH_DELETION_VECTORS
            ? files.newPositionDeletes()
            : files.newDeletionVectors(),
        new KeyValues(key.schema()));
  }

  /** The row of this key is now this. */
  public void upsert(Record key, Record row) {
    Object keyValue = keyValues.of(key);
    delta.beginChange();
    RollingRows rows = data.of(row);
    RowPosition position = rows.next();
    rows.write(row);
    replaceLast(keyValue, key, position);
    delta.endChange();
  }

  /** There is no row of this key any more. */
  public void delete(Record key) {
    Object keyValue = keyValues.of(key);
    delta.beginChange();
    replaceLast(keyValue, key, LastChange.Gone.GONE);
    delta.endChange();
  }

  @Override
  public long rows() {
    return delta.rows();
  }

  @Override
  public long bytes() {
    return delta.bytes();
  }

  @Override
  public DeltaFiles complete() {
    return delta.complete();
  }

  @Override
  public void abort() {
    delta.abort();
  }

  @Override
  public void close() {
    delta.close();
  }

  private void replaceLast(Object keyValue, Record key, LastChange change) {
    LastChange replaced = lastChanges.put(keyValue, change);
    if (replaced == null) {
      keyFile.write(key);
    } else if (replaced instanceof RowPosition row) {
      positionDeletes.delete(row);
    }
  }

  private static void requireReachesEveryPartition(Table table, PartitionSpec spec) {
    if (spec.isPartitioned() || !spec.equals(table.specs().get(spec.specId()))) {
      throw new IllegalArgumentException(
          "Cannot upsert into table "
              + table.name()
              + ": keys written with spec "
              + spec.specId()
              + " would not reach every partition. Give the table a spec without partitions.");
    }
  }
}
