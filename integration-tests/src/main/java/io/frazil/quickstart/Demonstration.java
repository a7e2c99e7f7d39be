package io.frazil.quickstart;

import io.frazil.console.Narrator;
import io.frazil.quickstart.Inventory.Step;
import io.frazil.table.SnapshotInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The inventory example on a running cluster, step by step. Any deviation from what the example
 * promises is an {@link IllegalStateException} that says what to look at.
 */
final class Demonstration {
  private final Place place;
  private final Narrator narrator;
  private final Connectors connectors;
  private final ShownTable table;
  private long recordsSoFar;

  Demonstration(Place place, Narrator narrator, Connectors connectors, ShownTable table) {
    this.place = place;
    this.narrator = narrator;
    this.connectors = connectors;
    this.table = table;
  }

  void run() {
    connectors.cluster().topics().create(topic(), 1);
    narrator.progress("Topic '%s' is created, with one partition".formatted(topic()));
    connectors.createSink();
    connectors.createSource("follows the file " + place.shown(sourceFile()));
    SnapshotInfo load = apply(Inventory.LOAD);
    apply(Inventory.FIRST_CHANGES);
    apply(Inventory.SECOND_CHANGES);
    narrator.show(
        "Time travel: %s as it was after the load, snapshot %d".formatted(table.name(), load.id()),
        table.rows(load).lines());
    narrator.show(
        "The snapshots of %s; each carries the offsets it brings the table to"
            .formatted(table.name()),
        table.history().lines());
  }

  /** Feeds a file, waits for the commit that covers it, shows the table and checks it. */
  private SnapshotInfo apply(Step step) {
    List<String> lines = place.lines(step.file());
    recordsSoFar += lines.size();
    feed(lines);
    narrator.progress("%s is written: %d changes".formatted(step.file(), lines.size()));
    connectors.await(
        "the %d changes of %s in the topic".formatted(lines.size(), step.file()), this::isInTopic);
    narrator.progress("Topic '%s' has %d records".formatted(topic(), recordsSoFar));
    connectors.await("a snapshot that covers %s".formatted(step.file()), this::isInTable);
    SnapshotInfo snapshot = table.newestCommit().orElseThrow();
    narrator.progress(
        "Table '%s' has them: snapshot %d brings it to offsets %s"
            .formatted(table.name(), snapshot.id(), table.offsets(snapshot)));
    narrator.show("%s after %s".formatted(table.name(), step.file()), table.rows().lines());
    table.check(step.rows(), step.file());
    return snapshot;
  }

  private void feed(List<String> lines) {
    try {
      Files.write(sourceFile(), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write the source's file.", failure);
    }
  }

  private Path sourceFile() {
    return place.sourceFile(connectors.source());
  }

  private String topic() {
    return connectors.sink().config().get("topics");
  }

  private boolean isInTopic() {
    long ends =
        connectors.cluster().topics().ends(topic()).values().stream()
            .mapToLong(Long::longValue)
            .sum();
    return ends >= recordsSoFar;
  }

  private boolean isInTable() {
    return table.newestCommit().map(table::committedRecords).orElse(0L) >= recordsSoFar;
  }
}
