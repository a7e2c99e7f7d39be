package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.util.Map;
import org.apache.iceberg.Table;
import org.roaringbitmap.RoaringBitmap;

/**
 * Removes rows of data files by their positions, for one attempt of one commit.
 *
 * <p>Not thread-safe.
 */
public sealed interface RowRemover
    permits CopyOnWriteRemover, DeletionVectorRemover, PositionDeleteRemover {

  /**
   * A remover that has written nothing yet.
   *
   * @param table as it is when the data files are known to be live
   * @param writeProperties properties of writers, which win over those of the table
   * @param operationId becomes part of the names of the files: no two removers may share one, not
   *     even those of two attempts of one commit
   * @param cache positions of delete files, shared by all removers
   */
  static RowRemover of(
      DeleteForm form,
      Table table,
      Map<String, String> writeProperties,
      String operationId,
      PositionCache cache) {
    RemovalFiles files = new RemovalFiles(table, writeProperties, operationId);
    DeletedPositions deleted = new DeletedPositions(table, cache);
    return switch (form) {
      case POSITION_DELETES -> new PositionDeleteRemover(files, deleted);
      case DELETION_VECTORS -> new DeletionVectorRemover(files, deleted);
      case COPY_ON_WRITE -> new CopyOnWriteRemover(table, files, deleted);
    };
  }

  /**
   * Writes what removes the rows. Rows that delete files removed before stay removed, and a file
   * that loses no row by this is left alone. After an exception, discard what was written.
   *
   * @param positions unsigned positions, by data files of the table or of the same commit; they are
   *     not changed, and must not be changed afterwards
   */
  Removal remove(Map<LiveFile, RoaringBitmap> positions);

  /** Deletes every file written so far; one that cannot be deleted is logged. */
  void discard();
}
