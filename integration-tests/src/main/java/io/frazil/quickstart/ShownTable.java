package io.frazil.quickstart;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.console.TextTable;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The table that a sink writes, as text. It may not exist yet. Its first column is the key, which
 * gives the rows their order.
 */
final class ShownTable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Warehouse warehouse;
  private final String name;
  private final String connector;
  private final List<String> expectedColumns;

  ShownTable(Warehouse warehouse, ConnectorRequest sink, List<String> expectedColumns) {
    this.warehouse = warehouse;
    this.name = sink.config().get("iceberg.tables");
    this.connector = sink.name();
    this.expectedColumns = List.copyOf(expectedColumns);
  }

  String name() {
    return name;
  }

  /** The newest snapshot that tells offsets, if there is one. */
  Optional<SnapshotInfo> newestCommit() {
    List<SnapshotInfo> commits =
        snapshots().stream().filter(snapshot -> committedRecords(snapshot) > 0).toList();
    return commits.isEmpty() ? Optional.empty() : Optional.of(commits.get(commits.size() - 1));
  }

  /** How many records of the topic a snapshot has brought the table to, over all partitions. */
  long committedRecords(SnapshotInfo snapshot) {
    return offsets(snapshot).values().stream().mapToLong(Long::longValue).sum();
  }

  NavigableMap<String, Long> offsets(SnapshotInfo snapshot) {
    return snapshot.offsets(connector);
  }

  List<SnapshotInfo> snapshots() {
    return warehouse.table(name).map(TableReader::snapshots).orElse(List.of());
  }

  List<String> columns() {
    return reader().columns();
  }

  /** The rows by key, as they are now. */
  TextTable rows() {
    return text(reader().rows());
  }

  /** The rows by key, as they were at a snapshot. */
  TextTable rows(SnapshotInfo snapshot) {
    return text(reader().rows(snapshot.id()));
  }

  /**
   * Whether the table is there and has these rows, which have a cell for each expected column that
   * the table has.
   */
  boolean has(List<String> rows) {
    return warehouse
        .table(name)
        .map(TableReader::rows)
        .map(this::lines)
        .orElse(List.of())
        .equals(rows);
  }

  /**
   * Checks that the table has these rows and no other columns.
   *
   * @param occasion after what, for the message
   */
  void check(List<String> expected, String occasion) {
    if (!Set.copyOf(expectedColumns).containsAll(columns())) {
      throw new IllegalStateException(
          "%s has the columns %s, but only %s may be there."
              .formatted(name, columns(), expectedColumns));
    }
    List<String> rows = lines(reader().rows());
    if (!rows.equals(expected)) {
      String indent = System.lineSeparator() + "  ";
      throw new IllegalStateException(
          "%s is wrong after %s. Expected:%n  %s%nbut it has:%n  %s"
              .formatted(name, occasion, String.join(indent, expected), String.join(indent, rows)));
    }
  }

  private List<String> lines(List<NavigableMap<String, Object>> rows) {
    return sorted(rows)
        .map(
            row ->
                expectedColumns.stream()
                    .filter(row::containsKey)
                    .map(row::get)
                    .map(ShownTable::text)
                    .collect(joining(", ")))
        .toList();
  }

  /** The snapshots, oldest first, with what they did and the offsets they carry. */
  TextTable history() {
    return new TextTable(
        List.of("snapshot", "operation", "added rows", "delete files", "committed offsets"),
        snapshots().stream().map(this::historyRow).toList());
  }

  private List<String> historyRow(SnapshotInfo snapshot) {
    String offsets =
        offsets(snapshot).entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue())
            .collect(joining(", "));
    Map<String, String> summary = snapshot.summary();
    return List.of(
        Long.toString(snapshot.id()),
        snapshot.operation(),
        summary.getOrDefault("added-records", "0"),
        summary.getOrDefault("added-delete-files", "0"),
        offsets);
  }

  private TableReader reader() {
    return warehouse
        .table(name)
        .orElseThrow(() -> new IllegalStateException("Table '%s' is missing.".formatted(name)));
  }

  private TextTable text(List<NavigableMap<String, Object>> rows) {
    List<String> columns = columns();
    return new TextTable(
        columns,
        sorted(rows)
            .map(row -> columns.stream().map(row::get).map(ShownTable::text).toList())
            .toList());
  }

  private Stream<NavigableMap<String, Object>> sorted(List<NavigableMap<String, Object>> rows) {
    return rows.stream()
        .sorted(comparing(row -> Objects.toString(row.get(expectedColumns.get(0)))));
  }

  private static String text(Object value) {
    if (value instanceof LocalDateTime time) {
      return TIME.format(time);
    }
    if (value instanceof OffsetDateTime time) {
      return TIME.format(time);
    }
    return Objects.toString(value);
  }
}
