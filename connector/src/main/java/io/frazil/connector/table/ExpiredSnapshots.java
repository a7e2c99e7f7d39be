package io.frazil.connector.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots that have expired, as far as earlier metadata files of the table, which it lists, still
 * tell of them.
 *
 * @param table the table's present metadata
 * @param io reads its files
 */
record ExpiredSnapshots(TableMetadata table, FileIO io) {
  private static final Logger LOG = LoggerFactory.getLogger(ExpiredSnapshots.class);

  /**
   * The ancestors of a snapshot that is retained while its parent is not, newest first, up to the
   * first that is enough.
   */
  List<Snapshot> before(Snapshot oldest, Predicate<Snapshot> isEnough) {
    List<Snapshot> found = new ArrayList<>();
    Snapshot last = oldest;
    List<MetadataLogEntry> files = table.previousFiles();
    for (int file = files.size() - 1; file >= 0 && last.parentId() != null; file--) {
      TableMetadata earlier;
      try {
        earlier = TableMetadataParser.read(io, files.get(file).file());
      } catch (RuntimeException e) {
        LOG.info(
            "Cannot read metadata file {} for expired snapshots of table {}: {}",
            files.get(file).file(),
            table.location(),
            e.toString());
        return found;
      }
      for (Snapshot parent = parent(earlier, last);
          parent != null;
          parent = parent(earlier, last)) {
        found.add(parent);
        last = parent;
        if (isEnough.test(parent)) {
          return found;
        }
      }
    }
    return found;
  }

  private static Snapshot parent(TableMetadata table, Snapshot snapshot) {
    return snapshot.parentId() == null ? null : table.snapshot(snapshot.parentId());
  }
}
