package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * Removes rows by deletion vectors. A data file has one vector at most, and readers look at no
 * other positions beside it: it holds all that were removed before, in tables that came from format
 * v2 also those of position deletes.
 *
 * <p>Each vector has a Puffin file of its own. Iceberg's expiry of snapshots, as seen on 1.12.0,
 * deletes the file of a vector that was replaced without asking whether others in it are live.
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
    Queue<DeleteFile> vectors = new ConcurrentLinkedQueue<>();
    // Each is a request to storage.
    Tasks.foreach(all.entrySet())
        .executeWith(ThreadPools.getWorkerPool())
        .stopOnFailure()
        .throwFailureWhenFinished()
        .run(
            entry -> {
              DataFile file = entry.getKey().file();
              DeleteFile vector = write(file, entry.getValue());
              deleted.remember(vector, file.location(), entry.getValue());
              vectors.add(vector);
            });
    List<DeleteFile> replaced =
        all.keySet().stream()
            .flatMap(file -> file.deletes().stream().filter(ContentFileUtil::isFileScoped))
            .toList();
    return Removal.byDeletes(List.copyOf(vectors), replaced);
  }

  @Override
  public void discard() {
    files.deleteAll();
  }

  private DeleteFile write(DataFile file, RoaringBitmap positions) {
    String location = file.location();
    PartitionSpec spec = files.specOfDeletes(file);
    DVFileWriter writer = files.openVector();
    try (writer) {
      positions.forEach(
          (IntConsumer)
              position ->
                  writer.delete(
                      location, Integer.toUnsignedLong(position), spec, file.partition()));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write the deletion vector of data file '%s' of table %s"
              .formatted(location, files),
          e);
    }
    return writer.result().deleteFiles().get(0);
  }
}
