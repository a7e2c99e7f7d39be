package io.frazil.connector.resolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.DeleteFileSet;

/** Plans all files of a snapshot, by Iceberg's own rules of which delete file applies where. */
final class TablePlan {
  private static final int FIRST_FORMAT_WITH_ROW_IDS = 3;

  private TablePlan() {}

  static LiveFiles of(Table table, Snapshot head, Set<Integer> statisticsOf) {
    LiveFiles files = LiveFiles.none(statisticsOf);
    DeleteFileSet applying = DeleteFileSet.create();
    boolean hasRowIds = TableUtil.formatVersion(table) >= FIRST_FORMAT_WITH_ROW_IDS;
    TableScan scan = table.newScan().useSnapshot(head.snapshotId()).ignoreResiduals();
    if (!statisticsOf.isEmpty()) {
      scan = scan.includeColumnStats();
    }
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        files.addPlanned(task.file(), task.deletes());
        applying.addAll(task.deletes());
        if (hasRowIds && task.file().firstRowId() == null) {
          // A table that was just upgraded: the next commit gives rows of old files their ids.
          files.endFollowing();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan the files of table " + table.name(), e);
    }
    addDeletes(table, head, applying, files);
    return files;
  }

  /** Whether delete files can be followed depends on all live ones, also on those without use. */
  private static void addDeletes(
      Table table, Snapshot head, DeleteFileSet applying, LiveFiles files) {
    if (!applying.stream().allMatch(ContentFileUtil::isFileScoped)) {
      files.endFollowing();
      return;
    }
    applying.forEach(files::addDeletes);
    if (ManifestCounts.of(table, head).deleteFiles() == applying.size()) {
      return;
    }
    for (ManifestFile manifest : head.deleteManifests(table.io())) {
      try (ManifestReader<DeleteFile> all =
          ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
        for (DeleteFile file : all) {
          if (!applying.contains(file) && !files.addDeletes(file)) {
            files.endFollowing();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the delete files of table " + table.name(), e);
      }
    }
  }
}
