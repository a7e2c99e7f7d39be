package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.util.ContentFileUtil;
import org.roaringbitmap.RoaringBitmap;

/**
 * Removes rows by writing the rows that are left of a data file anew, in the same partition of the
 * same spec, the file's delete files applied. In tables of format v3, rows keep their ids, and the
 * numbers of the commits that changed them last.
 */
final class CopyOnWriteRemover implements RowRemover {
  private final Table table;
  private final RemovalFiles files;
  private final DeletedPositions deleted;
  private final LiveRows rows;

  CopyOnWriteRemover(Table table, RemovalFiles files, DeletedPositions deleted) {
    this.table = table;
    this.files = files;
    this.deleted = deleted;
    this.rows = new LiveRows(table, deleted);
  }

  @Override
  public Removal remove(Map<LiveFile, RoaringBitmap> positions) {
    List<DataFile> added = new ArrayList<>();
    List<DataFile> removed = new ArrayList<>();
    List<DataFile> superseded = new ArrayList<>();
    List<DeleteFile> replaced = new ArrayList<>();
    deleted
        .with(positions, DeletedPositions::hasPositions)
        .forEach(
            (file, dead) -> {
              added.addAll(writeAllBut(file, dead));
              (RemovalFiles.isInTable(file.file()) ? removed : superseded).add(file.file());
              file.deletes().stream().filter(ContentFileUtil::isFileScoped).forEach(replaced::add);
            });
    return new Removal(added, removed, superseded, List.of(), replaced);
  }

  @Override
  public void discard() {
    files.deleteAll();
  }

  private List<DataFile> writeAllBut(LiveFile file, RoaringBitmap dead) {
    if (dead.getLongCardinality() == file.file().recordCount()) {
      return List.of();
    }
    Schema columns = columnsOf(file.file());
    RowsLeft left = new RowsLeft(() -> files.openRows(file.file(), columns));
    try (left) {
      rows.readAllBut(file, dead, columns, left);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot rewrite data file '%s' of table %s".formatted(file.file().location(), files), e);
    }
    return left.files();
  }

  // Only rows that were committed once in format v3 have ids.
  private Schema columnsOf(DataFile file) {
    return file.firstRowId() == null
        ? table.schema()
        : MetadataColumns.schemaWithRowLineage(table.schema());
  }

  /** Writes rows; opens no file without one, for keys may have removed all that positions left. */
  private static final class RowsLeft implements LiveRows.RowConsumer, Closeable {
    private final Supplier<RollingDataWriter<Record>> opener;
    private Optional<RollingDataWriter<Record>> writer = Optional.empty();

    RowsLeft(Supplier<RollingDataWriter<Record>> opener) {
      this.opener = opener;
    }

    @Override
    public void accept(long position, Record row) {
      if (writer.isEmpty()) {
        writer = Optional.of(opener.get());
      }
      writer.get().write(row);
    }

    /** Complete after it was closed. */
    List<DataFile> files() {
      return writer.map(closed -> closed.result().dataFiles()).orElse(List.of());
    }

    @Override
    public void close() throws IOException {
      if (writer.isPresent()) {
        writer.get().close();
      }
    }
  }
}
