package io.frazil.connector.merge;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * What one snapshot changes.
 *
 * @param addedRows the data files that it adds
 * @param removedRows the data files that it takes away
 * @param addedDeletes the delete files that it adds; deletion vectors share a location
 * @param removedDeletes the delete files that it takes away
 */
public record SnapshotContent(
    List<DataFile> addedRows,
    List<DataFile> removedRows,
    List<DeleteFile> addedDeletes,
    List<DeleteFile> removedDeletes) {
  public SnapshotContent {
    addedRows = List.copyOf(addedRows);
    removedRows = List.copyOf(removedRows);
    addedDeletes = List.copyOf(addedDeletes);
    removedDeletes = List.copyOf(removedDeletes);
  }

  /** A snapshot that adds these files and takes nothing away. */
  public static SnapshotContent adding(Iterable<ContentFile<?>> files) {
    List<DataFile> rows = new ArrayList<>();
    List<DeleteFile> deletes = new ArrayList<>();
    for (ContentFile<?> file : files) {
      if (file instanceof DataFile data) {
        rows.add(data);
      } else if (file instanceof DeleteFile delete) {
        deletes.add(delete);
      } else {
        throw new IllegalArgumentException(
            "Cannot commit file '%s': it is neither a data file nor a delete file."
                .formatted(file.location()));
      }
    }
    return new SnapshotContent(rows, List.of(), deletes, List.of());
  }

  /** The same with more data files. */
  SnapshotContent adding(List<DataFile> more) {
    List<DataFile> all = new ArrayList<>(addedRows);
    all.addAll(more);
    return new SnapshotContent(all, removedRows, addedDeletes, removedDeletes);
  }

  /** Whether it changes nothing. */
  public boolean isEmpty() {
    return addedRows.isEmpty()
        && removedRows.isEmpty()
        && addedDeletes.isEmpty()
        && removedDeletes.isEmpty();
  }
}
