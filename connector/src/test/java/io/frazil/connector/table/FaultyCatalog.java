package io.frazil.connector.table;

import io.frazil.connector.storage.RememberingFileIO;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.FileIO;

/**
 * A catalog in memory that goes wrong on demand: each planned fault takes one commit, in order, and
 * decides whether and when it is applied, and what the caller is told.
 */
final class FaultyCatalog extends InMemoryCatalog {
  private final Deque<Fault> faults = new ArrayDeque<>();
  private Optional<TableMetadata> outdated = Optional.empty();
  private boolean showsOnlyNewest;
  private int attempts;
  private Optional<FaultyFileIO> storage = Optional.empty();
  private Optional<RememberingFileIO> remembered = Optional.empty();

  FaultyCatalog() {
    initialize("faulty", Map.of());
  }

  /** What happens to a commit. */
  @FunctionalInterface
  interface Fault {
    void commit(Runnable apply);
  }

  void next(Fault fault) {
    faults.add(fault);
  }

  /** The next refresh shows the table as it was then. */
  void showOnce(TableMetadata past) {
    outdated = Optional.of(past);
  }

  /** From now on, tables have one snapshot and no history, as some catalogs keep them. */
  void showOnlyNewest() {
    showsOnlyNewest = true;
  }

  /** The files that were written and are still there. */
  List<String> files() {
    RememberingFileIO io = remembered.orElseThrow();
    return io.newFiles().stream().filter(file -> exists(io, file)).toList();
  }

  private static boolean exists(FileIO io, String file) {
    try {
      return io.newInputFile(file).exists();
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** Where all files but the table's own metadata are; to be used once a table was loaded. */
  FaultyFileIO storage() {
    return storage.orElseThrow();
  }

  /** How many commits have reached the catalog. */
  int attempts() {
    return attempts;
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier table) {
    return new Operations(super.newTableOps(table));
  }

  private final class Operations extends ForwardingOperations {
    private Optional<TableMetadata> all = Optional.empty();
    private Optional<TableMetadata> newest = Optional.empty();

    Operations(TableOperations operations) {
      super(operations);
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      attempts++;
      Runnable apply =
          () ->
              operations.commit(
                  newest.filter(shown -> shown == base).isPresent() ? all.get() : base, metadata);
      if (faults.isEmpty()) {
        apply.run();
      } else {
        faults.remove().commit(apply);
      }
    }

    @Override
    public TableMetadata refresh() {
      TableMetadata fresh = operations.refresh();
      TableMetadata shown = outdated.orElse(fresh);
      outdated = Optional.empty();
      return shown(shown);
    }

    // Iceberg wants the same object for the same state.
    private TableMetadata shown(TableMetadata metadata) {
      if (!showsOnlyNewest || metadata == null || metadata.currentSnapshot() == null) {
        return metadata;
      }
      if (all.filter(known -> known == metadata).isEmpty()) {
        all = Optional.of(metadata);
        newest = all.map(Operations::withoutHistory);
      }
      return newest.get();
    }

    private static TableMetadata withoutHistory(TableMetadata metadata) {
      Set<Long> older =
          metadata.snapshots().stream()
              .map(Snapshot::snapshotId)
              .filter(id -> id != metadata.currentSnapshot().snapshotId())
              .collect(Collectors.toSet());
      return older.isEmpty()
          ? metadata
          : TableMetadata.buildFrom(metadata)
              .removeSnapshots(older)
              .discardChanges()
              .withMetadataLocation(metadata.metadataFileLocation())
              .build();
    }

    @Override
    public TableMetadata current() {
      return shown(operations.current());
    }

    @Override
    public FileIO io() {
      if (remembered.isEmpty()) {
        storage = Optional.of(new FaultyFileIO(operations.io()));
        remembered = storage.map(RememberingFileIO::new);
      }
      return remembered.get();
    }
  }
}
