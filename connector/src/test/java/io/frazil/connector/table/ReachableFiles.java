package io.frazil.connector.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/** All files that the snapshots of a table refer to. */
final class ReachableFiles {
  private final Table table;
  private final Set<String> locations = new TreeSet<>();

  private ReachableFiles(Table table) {
    this.table = table;
  }

  /** The locations of lists of manifests, manifests, data files and delete files. */
  static Set<String> of(Table table) {
    ReachableFiles files = new ReachableFiles(table);
    table.snapshots().forEach(files::add);
    return files.locations;
  }

  /** Those that are not there. */
  static Set<String> missingOf(Table table) {
    Set<String> missing = of(table);
    missing.removeIf(location -> exists(table.io(), location));
    return missing;
  }

  private static boolean exists(FileIO io, String location) {
    try {
      return io.newInputFile(location).exists();
    } catch (NotFoundException e) {
      return false;
    }
  }

  private void add(Snapshot snapshot) {
    locations.add(snapshot.manifestListLocation());
    snapshot
        .dataManifests(table.io())
        .forEach(
            manifest -> add(manifest, ManifestFiles.read(manifest, table.io(), table.specs())));
    snapshot
        .deleteManifests(table.io())
        .forEach(
            manifest ->
                add(
                    manifest,
                    ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())));
  }

  private void add(ManifestFile manifest, ManifestReader<? extends ContentFile<?>> files) {
    if (!locations.add(manifest.path())) {
      return;
    }
    try (files) {
      files.forEach(file -> locations.add(file.location()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
