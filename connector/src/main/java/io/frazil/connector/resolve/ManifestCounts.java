package io.frazil.connector.resolve;

import java.util.List;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;

/**
 * How many files a snapshot has, by its list of manifests: what is followed or planned can be
 * compared with it without reading a manifest.
 */
record ManifestCounts(long dataFiles, long deleteFiles) {

  /** Of a snapshot of a table. */
  static ManifestCounts of(Table table, Snapshot snapshot) {
    return new ManifestCounts(
        live(snapshot.dataManifests(table.io())), live(snapshot.deleteManifests(table.io())));
  }

  private static long live(List<ManifestFile> manifests) {
    return manifests.stream().mapToLong(ManifestCounts::live).sum();
  }

  // Old writers left the counts out; then they agree with nothing.
  private static long live(ManifestFile manifest) {
    return manifest.addedFilesCount() == null || manifest.existingFilesCount() == null
        ? Integer.MAX_VALUE
        : manifest.addedFilesCount() + manifest.existingFilesCount();
  }
}
