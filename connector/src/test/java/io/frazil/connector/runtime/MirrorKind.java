package io.frazil.connector.runtime;

import io.frazil.connector.merge.DeleteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A kind of table that changes are applied to.
 *
 * @param mode how rows are removed from it
 * @param formatVersion its version of Iceberg's format
 */
record MirrorKind(DeleteMode mode, String formatVersion) {
  /** Each mode with the versions that have it. */
  static Stream<MirrorKind> all() {
    return Stream.of(
        new MirrorKind(DeleteMode.POSITION, "2"),
        new MirrorKind(DeleteMode.DELETION_VECTOR, "3"),
        new MirrorKind(DeleteMode.COPY_ON_WRITE, "1"),
        new MirrorKind(DeleteMode.COPY_ON_WRITE, "3"),
        new MirrorKind(DeleteMode.EQUALITY, "2"),
        new MirrorKind(DeleteMode.EQUALITY, "3"));
  }

  /** A worker that creates its tables so, and reads the first partition. */
  RunningWorker worker(Path index, String... settings) {
    return worker(new FlakyCatalog(), index, settings);
  }

  /** The same with tables that others may write to as well. */
  RunningWorker worker(FlakyCatalog catalog, Path index, String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "iceberg.tables.delete-mode",
                mode.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "iceberg.tables.auto-create-props.format-version",
                formatVersion));
    all.addAll(List.of(settings));
    RunningWorker worker = RunningWorker.merging(catalog, index, mode, all.toArray(String[]::new));
    worker.open(0);
    return worker;
  }
}
