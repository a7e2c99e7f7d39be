package io.frazil.benchmark.deletes;

import io.frazil.benchmark.deletes.Reader.Version;
import io.frazil.benchmark.deletes.Results.ModeResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/**
 * Main class behind {@code integration-tests/benchmark-deletes}: commits the same changes to tables
 * of each delete mode, reads them after some of the commits, and compares what that took.
 */
public final class DeletesBenchmark {
  private static final int WRONG_USAGE = 2;

  private final Options options;
  private final Changes changes;
  private final Warehouse warehouse;
  private final long start = System.nanoTime();

  private DeletesBenchmark(Options options, Warehouse warehouse) {
    this.options = options;
    this.changes = new Changes(options.load().rows(), options.load().keys());
    this.warehouse = warehouse;
  }

  /** Measures; {@code --help} and anything that is not understood prints what may be given. */
  public static void main(String[] arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.println(Options.USAGE);
      return;
    }
    Options options;
    try {
      options = Options.of(arguments);
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.err.println(Options.USAGE);
      System.exit(WRONG_USAGE);
      return;
    }
    Results results;
    try (Warehouse warehouse = Warehouse.below(options.folder())) {
      results = new DeletesBenchmark(options, warehouse).measure();
    }
    Page page = new Page(results);
    System.out.println(page.text());
    options.docs().ifPresent(page::write);
  }

  private Results measure() {
    Options.Load load = options.load();
    WriterFigures writers = WriterFigures.measure(warehouse, load.rows(), options.rounds());
    progress("Writers are measured");
    List<DataFile> files = warehouse.write("ROWS", changes.revisionsAfter(0), load.files());
    progress("The table is written");
    LookupFigures lookups = lookUp(files);
    progress("Look-ups are measured");
    List<ChangedTable> tables =
        options.modes().stream().map(mode -> new ChangedTable(warehouse, mode, files)).toList();
    List<ModeResults> commits = commit(tables);
    ReadFigures reads = read(versions(tables));
    return new Results(
        load,
        files.stream().mapToLong(DataFile::fileSizeInBytes).sum(),
        writers,
        lookups,
        commits,
        options.engines(),
        reads);
  }

  private LookupFigures lookUp(List<DataFile> files) {
    Table table = warehouse.create("LOOKUPS", Mode.DELETION_VECTOR.formatVersion(), files);
    return LookupFigures.measure(
        table,
        Deltas.upsert(table, changes.of(1), warehouse.spooling()),
        warehouse,
        options.rounds());
  }

  /** Each commit comes to all tables before the next, so that all have the same conditions. */
  private List<ModeResults> commit(List<ChangedTable> tables) {
    Map<Mode, List<CommitFigures>> commits = new EnumMap<>(Mode.class);
    for (int commit = 1; commit <= options.load().commits(); commit++) {
      List<Record> rows = changes.of(commit);
      for (ChangedTable table : tables) {
        if (commit <= options.load().commits(table.mode())) {
          commits.computeIfAbsent(table.mode(), mode -> new ArrayList<>()).add(table.commit(rows));
        }
      }
      progress("Commit %d is in all tables that get it".formatted(commit));
    }
    return tables.stream()
        .map(
            table ->
                new ModeResults(table.mode(), commits.get(table.mode()), table.indexBytesPerRow()))
        .toList();
  }

  private ReadFigures read(List<Version> versions) {
    ReadFigures reads = new ReadFigures();
    for (Engine engine : options.engines()) {
      try (Reader reader = engine.open(warehouse)) {
        reads.measure(engine, reader, versions, changes, options.rounds());
      }
      progress("Reads by %s are measured".formatted(engine.title()));
    }
    return reads;
  }

  private List<Version> versions(List<ChangedTable> tables) {
    Options.Load load = options.load();
    List<Version> versions = new ArrayList<>();
    for (ChangedTable table : tables) {
      for (int commits : load.reads(table.mode())) {
        versions.add(
            new Version(
                table.mode().title(), commits, table.table(), table.snapshotAfter(commits)));
      }
    }
    Table compacted =
        warehouse.create(
            "COMPACTED",
            2,
            warehouse.write(
                "COMPACTED_ROWS", changes.revisionsAfter(load.commits()), load.files()));
    versions.add(
        new Version(
            Results.COMPACTED,
            load.commits(),
            compacted,
            compacted.currentSnapshot().snapshotId()));
    return versions;
  }

  private void progress(String message) {
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    System.out.println(String.format(Locale.ROOT, "[%6.1f s] %s", seconds, message));
  }
}
