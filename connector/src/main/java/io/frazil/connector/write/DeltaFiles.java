package io.frazil.connector.write;

import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.util.ScanTaskUtil;

/**
 * The complete files of one delta.
 *
 * @param files the data files, then the key file if there is one
 * @param rows the number of changes that the delta took
 * @param late how many of them did nothing, because their ordering values were lower than those of
 *     an earlier change
 * @param incomplete how many of its rows lack values that no change told
 */
public record DeltaFiles(List<ContentFile<?>> files, long rows, long late, long incomplete) {
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
