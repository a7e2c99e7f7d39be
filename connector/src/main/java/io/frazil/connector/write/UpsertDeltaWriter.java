package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.patch.Patch;
import io.frazil.connector.spool.RowCodec;
import io.frazil.connector.spool.Spool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/**
 * A delta in which the last change of each key wins: all changes wait, and only the last ones are
 * written. Where there are ordering columns, a change whose values are lower than those of the
 * key's last change is late and does nothing.
 *
 * <p>Each key that a change names is in the one key file, once, with the ordering values of its
 * last change: rows of older snapshots go by it, wherever they lie. It is there twice, one after
 * the other, where a delete that cannot be late came before the last change: then that cannot be
 * late either. A key file reaches only rows of strictly older snapshots, so a row and its key may
 * be committed in one snapshot.
 */
public final class UpsertDeltaWriter implements DeltaWriter {
  private final SpooledRows rows;
  private final KeyFile keyFile;
  private final KeyRows keyRows;
  private final LastChanges lastChanges;
  private final Optional<NewestValues> newest;
  private final PendingPatches patches;
  private final OpenDelta delta;

  private UpsertDeltaWriter(
      Table table, KeyRows keyRows, NewFiles files, PartitionSpec keySpec, Spooling spooling) {
    Spool spool = spooling.open();
    this.keyRows = keyRows;
    this.lastChanges = new LastChanges(keyRows.key().schema());
    this.newest = keyRows.ordering().map(NewestValues::new);
    this.keyFile =
        new KeyFile(
            files, keySpec, spool.newLane(new RowCodec(keyRows.schema())), lastChanges::isLast);
    this.rows = new SpooledRows(files, table, spool, spooling, lastChanges::isLast, this::written);
    this.patches = new PendingPatches(table, keyRows, newest, lastChanges, rows, keyFile);
    // What patches lead to must be known before anything is written.
    this.delta = new OpenDelta(files, spool, List.of(patches, rows, keyFile));
  }

  /**
   * Opens a delta whose changes apply in the order in which they come.
   *
   * @param key what identifies a row
   * @param keySpec the spec that the key file names. Where it is committed as it is, it must be one
   *     that the table has and that has no partitions: keys written with it reach rows in every
   *     partition
   * @param writeProperties override the table's
   * @param deltaId unique for ever; part of the files' names
   */
  public static UpsertDeltaWriter open(
      Table table,
      KeyColumns key,
      PartitionSpec keySpec,
      Map<String, String> writeProperties,
      Spooling spooling,
      UUID deltaId) {
    KeyRows keyRows = new KeyRows(key, Optional.empty());
    NewFiles files = NewFiles.ofKeyedRows(table, keyRows, writeProperties, deltaId);
    return new UpsertDeltaWriter(table, keyRows, files, keySpec, spooling);
  }

  /** Opens a delta whose changes apply in the order of their ordering values, then as they come. */
  public static UpsertDeltaWriter openOrdered(
      Table table,
      KeyColumns key,
      OrderingColumns ordering,
      PartitionSpec keySpec,
      Map<String, String> writeProperties,
      Spooling spooling,
      UUID deltaId) {
    KeyRows keyRows = new KeyRows(key, Optional.of(ordering));
    NewFiles files = NewFiles.ofKeyedRows(table, keyRows, writeProperties, deltaId);
    return new UpsertDeltaWriter(table, keyRows, files, keySpec, spooling);
  }

  /** The row of this key is now this, unless it is late. */
  public void upsert(Record key, Record row) {
    lastChanges.take(key);
    delta.beginChange();
    if (newest.isEmpty() || newest.get().acceptsRow(lastChanges.keyNumber(), row)) {
      rows.add(lastChanges.add(), row);
    }
    delta.endChange();
  }

  /**
   * The row of this key changes in part, unless that is late. What the delta knows of the row is
   * put together here, and the rest is left to who knows the table.
   *
   * <p>Where the row had another key before, its values count only if {@link #delete} or {@link
   * #flag} of that key came before in this delta: what else may have happened to it meanwhile, for
   * whoever reads other partitions, nobody here knows.
   */
  public void patch(Record key, Patch patch) {
    lastChanges.take(key);
    delta.beginChange();
    int number = lastChanges.keyNumber();
    if (newest.isEmpty() || newest.get().acceptsRow(number, patch.row())) {
      patches.add(key, number, patch);
    }
    delta.endChange();
  }

  /** The row of this key is a deleted one that stays, and changes in part, unless that is late. */
  public void flag(Record key, Patch patch) {
    int before = lastOf(key);
    if (patch.isWhole()) {
      upsert(key, patch.row());
    } else {
      patch(key, patch);
    }
    int last = lastOf(key);
    if (last != before) {
      patches.flagged(last);
    }
  }

  /**
   * There is no row of this key any more, whatever there was before; any later change of the key
   * applies.
   */
  public void delete(Record key) {
    lastChanges.take(key);
    delta.beginChange();
    newest.ifPresent(values -> values.forget(lastChanges.keyNumber()));
    int change = patches.delete();
    keyFile.delete(change, keyRows.of(key, Optional.empty()));
    delta.endChange();
  }

  /**
   * There is no row of this key any more, unless the delete is late.
   *
   * @param orderingValues those of the delete, of the ordering columns' schema; where all are null
   *     it cannot be late. Of no account where there are no ordering columns
   */
  public void delete(Record key, Record orderingValues) {
    if (isEmpty(orderingValues)) {
      delete(key);
      return;
    }
    lastChanges.take(key);
    delta.beginChange();
    if (newest.isEmpty() || newest.get().accepts(lastChanges.keyNumber(), orderingValues)) {
      boolean cannotBeLate = wasForgotten();
      int change = patches.delete();
      Record keyRow = keyRows.of(key, Optional.of(orderingValues));
      keyFile.delete(change, keyRow);
      if (cannotBeLate) {
        keyFile.delete(change, keyRow);
      }
    }
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
    return new DeltaFiles(
        delta.complete(),
        delta.rows(),
        newest.map(NewestValues::late).orElse(0L),
        patches.incomplete());
  }

  @Override
  public void abort() {
    delta.abort();
  }

  @Override
  public void close() {
    delta.close();
  }

  private int lastOf(Record key) {
    lastChanges.take(key);
    return lastChanges.lastOf(lastChanges.keyNumber());
  }

  private static boolean isEmpty(Record values) {
    for (int column = 0; column < values.size(); column++) {
      if (values.get(column) != null) {
        return false;
      }
    }
    return true;
  }

  private void written(Record row) {
    Record keyRow = keyRows.of(row);
    keyFile.write(keyRow);
    if (newest.isPresent()) {
      lastChanges.take(keyRows.key().keyOf(row));
      if (wasForgotten()) {
        keyFile.write(keyRow);
      }
    }
  }

  private boolean wasForgotten() {
    return newest.isPresent() && newest.get().wasForgotten(lastChanges.keyNumber());
  }
}
