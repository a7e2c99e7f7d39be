package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.util.ContentFileUtil;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * Removes rows by position deletes, one file for each data file, so that compacting one data file
 * never conflicts with deletes of another. The file takes the place of the one before; a delete
 * file of several data files stays.
 */
final class PositionDeleteRemover implements RowRemover {
  private final RemovalFiles files;
  private final DeletedPositions deleted;

  PositionDeleteRemover(RemovalFiles files, DeletedPositions deleted) {
    this.files = files;
    this.deleted = deleted;
  }

  @Override
  public Removal remove(Map<LiveFile, RoaringBitmap> positions) {
    List<DeleteFile> added = new ArrayList<>();
    List<DeleteFile> replaced = new ArrayList<>();
    deleted
        .with(positions, ContentFileUtil::isFileScoped)
        .forEach(
            (file, removed) -> {
              DeleteFile deletes = write(file.file(), removed);
              deleted.remember(deletes, file.file().location(), removed);
              added.add(deletes);
              file.deletes().stream().filter(ContentFileUtil::isFileScoped).forEach(replaced::add);
            });
    return Removal.byDeletes(added, replaced);
  }

  @Override
  public void discard() {
    files.deleteAll();
  }

  private DeleteFile write(DataFile file, RoaringBitmap positions) {
    String location = file.location();
    PositionDelete<Record> reused = PositionDelete.create();
    PositionDeleteWriter<Record> writer = files.openPositionDeletes(file);
    try (writer) {
      positions.forEach(
          (IntConsumer)
              position -> writer.write(reused.set(location, Integer.toUnsignedLong(position))));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write position deletes of data file '%s' of table %s".formatted(location, files),
          e);
    }
    // The writer leaves this to the bounds of the path column, which not all formats have.
    return FileMetadata.deleteFileBuilder(files.specOf(file))
        .copy(writer.toDeleteFile())
        .withReferencedDataFile(location)
        .build();
  }
}
