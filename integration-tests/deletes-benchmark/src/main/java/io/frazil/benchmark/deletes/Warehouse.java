package io.frazil.benchmark.deletes;

import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.table.Catalogs;
import io.frazil.connector.write.AppendDeltaWriter;
import io.frazil.connector.write.Spooling;
import io.frazil.engine.EmbeddedCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;

/** A catalog of its own, with all that it names, on local disk; gone once it is closed. */
final class Warehouse implements AutoCloseable {
  private static final String NAME = "benchmark";
  private static final Namespace NAMESPACE = Namespace.of("shop");

  // As many files are scanned for keys at a time as in the connector.
  private static final int SCAN_THREADS = 4;

  private final Path folder;
  private final Catalog catalog;
  private final ExecutorService scanThreads = Executors.newFixedThreadPool(SCAN_THREADS);

  private Warehouse(Path folder, Catalog catalog) {
    this.folder = folder;
    this.catalog = catalog;
  }

  /** Makes a warehouse in a new folder below this one. */
  static Warehouse below(Path parent) {
    try {
      Files.createDirectories(parent);
      Path folder = Files.createTempDirectory(parent, "deletes-").toAbsolutePath();
      Catalog catalog =
          Catalogs.open(
              NAME,
              Map.of(
                  "type",
                  "jdbc",
                  "uri",
                  "jdbc:sqlite:" + folder.resolve("catalog.db"),
                  "warehouse",
                  folder.resolve("tables").toString()),
              Map.of(),
              Optional.empty());
      ((SupportsNamespaces) catalog).createNamespace(NAMESPACE);
      return new Warehouse(folder, catalog);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a warehouse below '" + parent + "'.", e);
    }
  }

  Catalog catalog() {
    return catalog;
  }

  /** The catalog, for another process. */
  EmbeddedCatalog embedded() {
    return new EmbeddedCatalog(NAME, folder);
  }

  /** A folder of this name, for what is not in a table. */
  Path folder(String name) {
    return folder.resolve(name);
  }

  /** A key index in a folder of this name. */
  KeyIndex keyIndex(String name, long maxBytes, IndexListener listener) {
    return KeyIndex.open(folder(name), maxBytes, scanThreads, listener);
  }

  /** How rows wait on disk. */
  Spooling spooling() {
    return Spooling.of(folder("spool"), 1);
  }

  /** Makes a table of orders that has these files, which other tables may have too. */
  Table create(String name, int formatVersion, List<DataFile> files) {
    Table table =
        catalog.createTable(
            TableIdentifier.of(NAMESPACE, name),
            Orders.SCHEMA,
            PartitionSpec.unpartitioned(),
            Map.of(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion)));
    if (!files.isEmpty()) {
      AppendFiles append = table.newAppend();
      files.forEach(append::appendFile);
      append.commit();
    }
    return table;
  }

  /**
   * Writes all orders into files of about the same number of rows, which no table has yet.
   *
   * @param name of the table whose folder the files are in
   * @param revisions of each order
   */
  List<DataFile> write(String name, int[] revisions, int fileCount) {
    Table table = create(name, 2, List.of());
    List<DataFile> files = new ArrayList<>();
    for (int file = 0; file < fileCount; file++) {
      int first = first(file, revisions.length, fileCount);
      int end = first(file + 1, revisions.length, fileCount);
      try (AppendDeltaWriter writer =
          AppendDeltaWriter.open(table, Map.of(), spooling(), UUID.randomUUID())) {
        for (int number = first; number < end; number++) {
          writer.append(Orders.row(number, revisions[number]));
        }
        writer.complete().files().forEach(written -> files.add((DataFile) written));
      }
    }
    return files;
  }

  private static int first(int file, int rows, int files) {
    return Math.toIntExact((long) rows * file / files);
  }

  @Override
  public void close() {
    scanThreads.shutdownNow();
    try {
      if (catalog instanceof AutoCloseable closeable) {
        closeable.close();
      }
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("Cannot delete '" + folder + "'. Delete it by hand.", e);
    }
  }
}
