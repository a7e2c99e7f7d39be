package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.util.ContentFileUtil;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * Removes rows by deletion vectors. A data file has one vector at most, and readers look at no
 * other positions beside it: it holds all that were removed before, in tables that came from format
 * v2 also those of position deletes.
 */
final class DeletionVectorRemover implements RowRemover {
  private final RemovalFiles files;
  private final DeletedPositions deleted;

  DeletionVectorRemover(RemovalFiles files, DeletedPositions deleted) {
    this.files = files;
    this.deleted = deleted;
  }

  @Override
  public Removal remove(Map<LiveFile, RoaringBitmap> positions) {
    Map<LiveFile, RoaringBitmap> all = deleted.with(positions, DeletedPositions::hasPositions);
    List<DeleteFile> vectors = write(all);
    Map<String, RoaringBitmap> byDataFile = new HashMap<>();
    List<DeleteFile> replaced = new ArrayList<>();
    all.forEach(
        (file, removed) -> {
          byDataFile.put(file.file().location(), removed);
          file.deletes().stream().filter(ContentFileUtil::isFileScoped).forEach(replaced::add);
        });
    for (DeleteFile vector : vectors) {
      String dataFile = vector.referencedDataFile();
      deleted.remember(vector, dataFile, byDataFile.get(dataFile));
    }
    return Removal.byDeletes(vectors, replaced);
  }

  @Override
  public void discard() {
    files.deleteAll();
  }

  private List<DeleteFile> write(Map<LiveFile, RoaringBitmap> positions) {
    DVFileWriter writer = files.openVectors();
    try (writer) {
      positions.forEach((file, removed) -> add(writer, file.file(), removed));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write deletion vectors of table " + files, e);
    }
    return writer.result().deleteFiles();
  }

  private void add(DVFileWriter writer, DataFile file, RoaringBitmap positions) {
    String location = file.location();
    PartitionSpec spec = files.specOf(file);
    positions.forEach(
        (IntConsumer)
            position ->
                writer.delete(location, Integer.toUnsignedLong(position), spec, file.partition()));
  }
}
