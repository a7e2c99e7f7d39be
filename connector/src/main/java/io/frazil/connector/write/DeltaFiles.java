package io.frazil.connector.write;

import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.util.ScanTaskUtil;

/**
 * The complete files of one delta.
 *
 * @param files the data files, then the delete files; deletion vectors share a location, so a file
 *     is not identified by its location
 * @param rows the number of changes in them
 */
public record DeltaFiles(List<ContentFile<?>> files, long rows) {
  public DeltaFiles {
    files = List.copyOf(files);
  }

  /** The size of the files. */
  public long bytes() {
    return files.stream().mapToLong(ScanTaskUtil::contentSizeInBytes).sum();
  }

  /** Whether they remove rows of strictly older snapshots by key. */
  public boolean removesOlderRows() {
    return files.stream().anyMatch(file -> file.content() == FileContent.EQUALITY_DELETES);
  }
}
