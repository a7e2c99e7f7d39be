package io.frazil.endtoend;

import io.frazil.endtoend.SnapshotTrail.Step;
import io.frazil.table.SnapshotInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/** The files of a table's snapshots, whose manifests are read once each. Not thread-safe. */
final class SnapshotFiles {
  private final Table table;
  private final Map<Long, Step> steps = new HashMap<>();
  private final Map<String, List<FilePart>> manifests = new HashMap<>();

  SnapshotFiles(Table table) {
    this.table = table;
  }

  Table table() {
    return table;
  }

  Step step(Snapshot snapshot) {
    return steps.computeIfAbsent(
        snapshot.snapshotId(),
        id -> new Step(SnapshotInfo.of(snapshot), added(snapshot), held(snapshot)));
  }

  private List<FilePart> added(Snapshot snapshot) {
    SnapshotChanges changes = SnapshotChanges.builderFor(table).snapshot(snapshot).build();
    List<FilePart> added = new ArrayList<>();
    changes.addedDataFiles().forEach(file -> added.add(FilePart.of(file)));
    changes.addedDeleteFiles().forEach(file -> added.add(FilePart.of(file)));
    return added;
  }

  private List<FilePart> held(Snapshot snapshot) {
    return snapshot.allManifests(table.io()).stream()
        .flatMap(
            manifest -> manifests.computeIfAbsent(manifest.path(), p -> read(manifest)).stream())
        .toList();
  }

  private List<FilePart> read(ManifestFile manifest) {
    List<FilePart> parts = new ArrayList<>();
    try (CloseableIterable<? extends ContentFile<?>> files =
        manifest.content() == ManifestContent.DATA
            ? ManifestFiles.read(manifest, table.io(), table.specs())
            : ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
      files.forEach(file -> parts.add(FilePart.of(file)));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(manifest.path()), failure);
    }
    return parts;
  }
}
