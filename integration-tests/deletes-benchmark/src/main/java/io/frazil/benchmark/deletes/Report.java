package io.frazil.benchmark.deletes;

import io.frazil.benchmark.deletes.ReadFigures.Read;
import io.frazil.benchmark.deletes.Results.ModeResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The results as tables. Times are processor time where nothing else is said. */
record Report(Results results) {
  private static final String NOTHING = "-";

  /** What a commit costs in each mode. */
  MarkdownTable commits() {
    return new MarkdownTable(
        List.of(
            "per commit, mean of all but the first",
            "commits",
            "write, CPU s",
            "resolve + write deletes, CPU s",
            "the same in the first",
            "commit, CPU s",
            "coordinator, wall s",
            "index, bytes/row"),
        results.modes().stream().map(this::commitRow).toList());
  }

  private List<String> commitRow(ModeResults mode) {
    Cost merge = mean(mode, CommitFigures::merge);
    Cost land = mean(mode, CommitFigures::land);
    return List.of(
        mode.mode().title(),
        Integer.toString(mode.commits().size()),
        number(mean(mode, CommitFigures::write).processorSeconds(), 3),
        number(merge.processorSeconds(), 3),
        number(mode.commits().get(0).merge().processorSeconds(), 2),
        number(land.processorSeconds(), 3),
        number(merge.wallSeconds() + land.wallSeconds(), 3),
        mode.indexBytesPerRow() == 0 ? NOTHING : number(mode.indexBytesPerRow(), 1));
  }

  /** What a commit writes in each mode. */
  MarkdownTable bytes() {
    List<String> heading =
        List.of(
            "kB per commit, mean",
            "changed rows",
            "rewritten rows",
            "delete files",
            "key files, transient",
            "metadata",
            "all");
    List<ToLongFunction<Written>> figures =
        List.of(
            Written::rows,
            Written::rewritten,
            Written::deletes,
            Written::keys,
            Written::metadata,
            Written::all);
    List<List<String>> rows = new ArrayList<>();
    for (ModeResults mode : results.modes()) {
      List<String> row = new ArrayList<>(List.of(mode.mode().title()));
      for (ToLongFunction<Written> figure : figures) {
        row.add(number(meanBytes(mode, figure) / 1000, 0));
      }
      rows.add(row);
    }
    return new MarkdownTable(heading, rows);
  }

  /** What reads cost after so many commits. */
  MarkdownTable reads(Engine engine) {
    List<String> heading = new ArrayList<>(List.of("read by " + engine.title(), "after commits"));
    for (Scan scan : Scan.values()) {
      heading.addAll(List.of(scan.title() + ", CPU s", "to unmodified", "to compacted"));
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(readRow(engine, Results.UNMODIFIED, 0));
    for (ModeResults mode : results.modes()) {
      for (int commits : results.load().reads(mode.mode())) {
        if (commits > 0) {
          rows.add(readRow(engine, mode.mode().title(), commits));
        }
      }
    }
    rows.add(readRow(engine, Results.COMPACTED, results.load().commits()));
    return new MarkdownTable(heading, rows);
  }

  private List<String> readRow(Engine engine, String table, int commits) {
    List<String> row = new ArrayList<>(List.of(table, Integer.toString(commits)));
    for (Scan scan : Scan.values()) {
      Optional<Cost> unmodified = unmodified(engine, scan);
      Optional<Cost> cost =
          commits == 0 ? unmodified : cost(new Read(engine, table, commits, scan));
      Optional<Cost> compacted =
          cost(new Read(engine, Results.COMPACTED, results.load().commits(), scan));
      row.add(cost.map(found -> number(found.processorSeconds(), 2)).orElse(NOTHING));
      row.add(ratio(cost, unmodified));
      row.add(ratio(cost, compacted));
    }
    return row;
  }

  /** What the first look-up of keys costs. */
  MarkdownTable lookups() {
    LookupFigures lookups = results.lookups();
    Cost scan = lookups.scan().median();
    return new MarkdownTable(
        List.of("resolve + write deletion vectors", "CPU s", "wall s", "CPU, to the read"),
        List.of(
            lookupRow("index empty, is filled", lookups.cold().median(), scan),
            lookupRow("index filled", lookups.warm().median(), scan),
            lookupRow("index may keep nothing", lookups.withoutIndex().median(), scan),
            lookupRow("a read of the key column alone", scan, scan)));
  }

  private static List<String> lookupRow(String what, Cost cost, Cost scan) {
    return List.of(
        what,
        number(cost.processorSeconds(), 2),
        number(cost.wallSeconds(), 2),
        number(cost.processorSeconds() / scan.processorSeconds(), 2));
  }

  /** How quick writers are. */
  MarkdownTable writers() {
    WriterFigures writers = results.writers();
    Cost append = writers.append().median();
    Cost upsert = writers.upsert().median();
    return new MarkdownTable(
        List.of("writer", "rows", "rows/CPU s", "to append", "rows/s", "to append"),
        List.of(writerRow("append", append, append), writerRow("upsert", upsert, append)));
  }

  private List<String> writerRow(String writer, Cost cost, Cost append) {
    int rows = results.writers().rows();
    return List.of(
        writer,
        Integer.toString(rows),
        number(rows / cost.processorSeconds(), 0),
        number(append.processorSeconds() / cost.processorSeconds(), 2),
        number(rows / cost.wallSeconds(), 0),
        number(append.wallSeconds() / cost.wallSeconds(), 2));
  }

  /** The median cost of a read, if it was measured. */
  Optional<Cost> cost(Read read) {
    return Optional.of(results.reads().of(read))
        .filter(costs -> !costs.isEmpty())
        .map(Costs::median);
  }

  /**
   * A read of the table before the first commit: the median of the modes' tables, which have the
   * same files then.
   */
  Optional<Cost> unmodified(Engine engine, Scan scan) {
    List<Cost> all =
        results.modes().stream()
            .map(mode -> cost(new Read(engine, mode.mode().title(), 0, scan)))
            .flatMap(Optional::stream)
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(new Costs(all).median());
  }

  private static String ratio(Optional<Cost> cost, Optional<Cost> reference) {
    return cost.flatMap(found -> reference.map(base -> number(ratio(found, base), 2)))
        .orElse(NOTHING);
  }

  /** Of processor time. */
  static double ratio(Cost cost, Cost base) {
    return cost.processorSeconds() / base.processorSeconds();
  }

  private static Cost mean(ModeResults mode, Function<CommitFigures, Cost> part) {
    return new Costs(mode.warmCommits().stream().map(part).toList()).mean();
  }

  private static double meanBytes(ModeResults mode, ToLongFunction<Written> figure) {
    return mode.commits().stream()
        .map(CommitFigures::written)
        .mapToLong(figure)
        .average()
        .orElse(0);
  }

  private static String number(double number, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }
}
