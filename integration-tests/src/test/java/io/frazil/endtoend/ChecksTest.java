package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are wrong in one respect, to show that what looks at tables sees it. */
class ChecksTest {
  private static final String SINK = "sink";
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "part", Types.LongType.get()),
          Types.NestedField.optional(4, "seq", Types.LongType.get()));

  @TempDir private Path folder;
  private Warehouse warehouse;
  private Table table;
  private final Changes changes = new Changes("changes", 1, 1);

  @BeforeEach
  void createTable() {
    warehouse =
        Warehouse.of(
            Map.of(
                "iceberg.catalog.type", "jdbc",
                "iceberg.catalog.uri", "jdbc:sqlite:" + folder.resolve("catalog.db"),
                "iceberg.catalog.warehouse", "file:" + folder),
            Map.of());
    ((SupportsNamespaces) warehouse.catalog()).createNamespace(Namespace.of("db"));
    table = warehouse.catalog().createTable(TableIdentifier.of("db", "things"), SCHEMA);
  }

  @AfterEach
  void close() {
    warehouse.close();
  }

  @Test
  void aTableThatIsRightIsPassed() {
    changes.any(30);
    commit(file(changes.rowsAt(offsets(20))), 20);
    Collection<NavigableMap<String, Object>> early = reader().rows();
    table
        .newOverwrite()
        .overwriteByRowFilter(Expressions.alwaysTrue())
        .addFile(file(changes.rows()))
        .set("frazil.offsets." + SINK, vector(30))
        .commit();

    assertThatCode(
            () -> {
              changes.checkMirrorAt(offsets(20), "things", early);
              changes.checkMirror("things", reader().rows());
              trails().forEach(trail -> trail.checkOffsets(SINK));
              trails().forEach(SnapshotTrail::checkFiles);
              trails().forEach(trail -> trail.checkPresence(table));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aRowThatIsMissingIsNoticed() {
    changes.any(30);
    List<NavigableMap<String, Object>> rows = new ArrayList<>(changes.rows());
    rows.remove(0);
    commit(file(rows), 30);

    assertFails("could not find", () -> changes.checkMirror("things", reader().rows()));
    assertFails(
        "could not find", () -> changes.checkMirrorAt(offsets(30), "things", reader().rows()));
  }

  @Test
  void aRowThatIsThereTwiceIsNoticed() {
    changes.any(30);
    commit(file(changes.rows()), 30);
    commit(file(List.of(changes.rows().iterator().next())), 30);

    assertFails("elements were unexpected", () -> changes.checkMirror("things", reader().rows()));
  }

  @Test
  void aRowThatCameTooEarlyIsNoticed() {
    changes.any(30);
    commit(file(changes.rows()), 20);

    assertFails(
        "not expected", () -> changes.checkMirrorAt(offsets(20), "things", reader().rows()));
  }

  @Test
  void aRecordThatWasAppliedTwiceOrNeverIsNoticed() {
    changes.any(3);
    commit(file(List.of(record(0), record(1))), 2);
    commit(file(List.of(record(1), record(2))), 3);

    assertFails("elements were unexpected", () -> changes.checkHistory("things", reader().rows()));
    assertFails("at {changes-0=3}", () -> trails().forEach(trail -> trail.checkCounts(SINK)));

    changes.any(2);
    commit(file(List.of(record(4))), 5);
    assertFails("not found", () -> changes.checkHistory("things", reader().rows()));
  }

  @Test
  void anOffsetThatGoesBackIsNoticedUnlessItsSnapshotWasRolledBack() {
    commit(file(List.of(record(0))), 1);
    long first = table.currentSnapshot().snapshotId();
    commit(file(List.of(record(1), record(2))), 3);
    table.manageSnapshots().rollbackTo(first).commit();
    commit(file(List.of(record(1))), 2);
    assertThatCode(() -> trails().forEach(trail -> trail.checkOffsets(SINK)))
        .doesNotThrowAnyException();
    assertThatCode(() -> trails().forEach(trail -> trail.checkCounts(SINK)))
        .doesNotThrowAnyException();

    commit(file(List.of(record(0))), 1);

    assertFails("changes-0 in snapshot", () -> trails().forEach(t -> t.checkOffsets(SINK)));
  }

  @Test
  void aFileThatIsMissingIsNoticedAlsoIfItsSnapshotWasRolledBack() {
    commit(file(List.of(record(0))), 1);
    long first = table.currentSnapshot().snapshotId();
    DataFile lost = file(List.of(record(1)));
    commit(lost, 2);
    table.manageSnapshots().rollbackTo(first).commit();

    table.io().deleteFile(lost.location());

    assertFails(lost.location(), () -> trails().forEach(trail -> trail.checkPresence(table)));
  }

  @Test
  void aFileThatIsReferencedTwiceIsNoticedAlsoIfItsSnapshotWasRolledBack() {
    commit(file(List.of(record(0))), 1);
    long first = table.currentSnapshot().snapshotId();
    DataFile twice = file(List.of(record(1)));
    commit(twice, 2);
    commit(twice, 3);
    table.manageSnapshots().rollbackTo(first).commit();

    assertFails(twice.location(), () -> trails().forEach(SnapshotTrail::checkFiles));
  }

  @Test
  void aFileThatOneSnapshotRefersToTwiceIsNoticed() {
    FilePart part = new FilePart("a.parquet", Optional.empty());
    commit(file(List.of(record(0))), 1);
    SnapshotTrail.Step step =
        new SnapshotTrail.Step(reader().snapshots().get(0), List.of(part), List.of(part, part));

    assertFails("a.parquet", () -> new SnapshotTrail("things", List.of(step)).checkFiles());
  }

  private static void assertFails(String reason, ThrowingCallable check) {
    assertThatThrownBy(check).isInstanceOf(AssertionError.class).hasMessageContaining(reason);
  }

  private TableReader reader() {
    return new TableReader(table);
  }

  private List<SnapshotTrail> trails() {
    return SnapshotTrail.of(reader());
  }

  private static Map<String, Long> offsets(long next) {
    return Map.of("changes-0", next);
  }

  private static String vector(long next) {
    return "{\"v\":1,\"topics\":{\"changes\":{\"id\":\"i\",\"0\":%d}}}".formatted(next);
  }

  private static Map<String, Object> record(long offset) {
    return Map.of("id", offset, "part", 0L, "seq", offset);
  }

  private void commit(DataFile file, long next) {
    AppendFiles append = table.newAppend().appendFile(file);
    append.set("frazil.offsets." + SINK, vector(next)).commit();
  }

  private DataFile file(Collection<? extends Map<String, Object>> rows) {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .build()
            .newDataWriter(
                EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location)),
                PartitionSpec.unpartitioned(),
                null);
    try (writer) {
      rows.forEach(row -> writer.write(GenericRecord.create(SCHEMA).copy(row)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return writer.toDataFile();
  }
}
