package io.frazil.connector.table;

import io.frazil.connector.merge.SnapshotContent;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RowDelta;

/**
 * Turns the content of a snapshot into Iceberg's terms, with every check that Iceberg has to make
 * when it was computed from an earlier snapshot.
 *
 * <p>Open for tests, which leave out one thing at a time to show that it is needed.
 */
class RowDeltas {

  /**
   * Fills in one snapshot.
   *
   * @param readAt the snapshot that the content was computed from; empty if from none
   */
  final void fill(RowDelta rowDelta, SnapshotContent content, OptionalLong readAt) {
    content.addedRows().forEach(rowDelta::addRows);
    content.removedRows().forEach(rowDelta::removeRows);
    distinct(content.addedDeletes()).forEach(rowDelta::addDeletes);
    distinct(content.removedDeletes()).forEach(rowDelta::removeDeletes);
    if (readAt.isPresent()) {
      // Without a start Iceberg takes every earlier vector of a data file for a concurrent one.
      rowDelta.validateFromSnapshot(readAt.getAsLong());
      requireFiles(rowDelta, content);
    }
  }

  /** All of them: deletion vectors of different data files may share a location. */
  List<DeleteFile> distinct(List<DeleteFile> deletes) {
    return deletes;
  }

  /** What was read must still be there: rows that moved to other files would be missed. */
  void requireFiles(RowDelta rowDelta, SnapshotContent content) {
    // Iceberg looks after the files that the commit removes by itself, and refuses their names
    // here.
    rowDelta.validateDataFilesExist(
        content.addedDeletes().stream()
            .map(DeleteFile::referencedDataFile)
            .filter(Objects::nonNull)
            .toList());
    // Files removed by somebody's delete count too.
    rowDelta.validateDeletedFiles();
  }

  /** Whether a commit must build on exactly the table that it was computed from. */
  boolean insistsOnSameTable() {
    return true;
  }
}
