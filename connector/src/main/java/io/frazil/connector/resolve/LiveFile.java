package io.frazil.connector.resolve;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * A data file of a snapshot, and what removes rows of it already.
 *
 * @param file the data file, with statistics of the key columns at least
 * @param deletes all delete files that apply to it: its deletion vector, position deletes, and
 *     equality deletes of whomever
 */
public record LiveFile(DataFile file, List<DeleteFile> deletes) {
  public LiveFile {
    requireNonNull(file, "file");
    deletes = List.copyOf(deletes);
  }

  /** A file that nothing removes rows of yet. */
  public LiveFile(DataFile file) {
    this(file, List.of());
  }
}
