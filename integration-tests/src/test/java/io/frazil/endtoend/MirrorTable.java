package io.frazil.endtoend;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** A table of {@link MovingRows}, made by its owner before the connector comes. */
record MirrorTable(int formatVersion, Layout layout) {
  enum Layout {
    WHOLE,
    BY_REGION
  }

  /** The one that is tried in each test run: of the newest format, where rows change partitions. */
  static MirrorTable hardest(DeleteMode mode) {
    return new MirrorTable(mode.lastFormatVersion(), Layout.BY_REGION);
  }

  static List<MirrorTable> all(DeleteMode mode) {
    return mode.formatVersions().stream()
        .flatMap(version -> Stream.of(Layout.values()).map(form -> new MirrorTable(version, form)))
        .toList();
  }

  /** Its name in the catalog, with its namespace. */
  String name() {
    return switch (layout) {
      case WHOLE -> "db.v%d".formatted(formatVersion);
      case BY_REGION -> "db.v%d_by_region".formatted(formatVersion);
    };
  }

  void createIn(Catalog catalog) {
    catalog.createTable(
        TableIdentifier.parse(name()),
        MovingRows.SCHEMA,
        switch (layout) {
          case WHOLE -> PartitionSpec.unpartitioned();
          case BY_REGION ->
              PartitionSpec.builderFor(MovingRows.SCHEMA).identity(MovingRows.REGION).build();
        },
        Map.of("format-version", Integer.toString(formatVersion)));
  }
}
