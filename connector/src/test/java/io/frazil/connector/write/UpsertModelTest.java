package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.table.UnpartitionedSpec;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random deltas against a plain map. Runs again from a seed with {@code -Dfrazil.seed=N}, and
 * longer with {@code -Dfrazil.seeds=N}.
 */
class UpsertModelTest {
  private static final int DELTAS = 3;
  private static final int MAX_CHANGES = 40;
  private static final int KEYS = 12;
  // The compressor's buffers would cost more than these rows.
  private static final Map<String, String> FAST =
      Map.of(TableProperties.PARQUET_COMPRESSION, "uncompressed");
  private static final List<String> PARTITIONS = List.of("", "category", "bucket(100, amount)");

  private static final KeyKind LONG =
      new KeyKind("long", List.of(Types.LongType.get()), n -> List.of((long) n));
  private static final KeyKind STRING =
      new KeyKind("string", List.of(Types.StringType.get()), n -> List.of("key-" + n));
  private static final KeyKind UUIDS =
      new KeyKind("uuid", List.of(Types.UUIDType.get()), n -> List.of(new UUID(n, -n)));
  // Of types whose records hold other classes than files do.
  private static final KeyKind COMPOSITE =
      new KeyKind(
          "composite",
          List.of(
              Types.DateType.get(),
              Types.TimestampType.withZone(),
              Types.DecimalType.of(9, 2),
              Types.BinaryType.get()),
          n ->
              List.of(
                  LocalDate.ofEpochDay(n % 2),
                  Instant.ofEpochSecond(n % 3).atOffset(ZoneOffset.UTC),
                  BigDecimal.valueOf(n % 5, 2),
                  ByteBuffer.wrap(new byte[] {1, (byte) n})));

  @TempDir private Path spool;

  /** What keys look like: their columns' types, and the values of the nth key. */
  private record KeyKind(String name, List<Type> types, IntFunction<List<Object>> values) {

    String[] columns() {
      return Stream.iterate(0, i -> i + 1)
          .limit(types.size())
          .map(i -> "key" + i)
          .toArray(String[]::new);
    }

    Schema schema() {
      List<Types.NestedField> fields = new ArrayList<>();
      int id = 1;
      fields.add(Types.NestedField.optional(id++, "category", Types.StringType.get()));
      for (Type type : types) {
        fields.add(Types.NestedField.required(id, "key" + (id - 2), type));
        id++;
      }
      fields.add(Types.NestedField.optional(id, "amount", Types.IntegerType.get()));
      return new Schema(fields);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> tables() {
    return Stream.of(LONG, STRING, UUIDS, COMPOSITE)
        .flatMap(
            key ->
                PARTITIONS.stream()
                    .flatMap(
                        partitions ->
                            Stream.of(2, 3)
                                .map(version -> Arguments.of(key, partitions, version))));
  }

  @ParameterizedTest(name = "{0} keys, partitioned by [{1}], format v{2}")
  @MethodSource("tables")
  void theTableEqualsAMapAfterEveryCommit(KeyKind key, String partitions, int version) {
    long only = Long.getLong("frazil.seed", -1);
    if (only >= 0) {
      run(only, key, partitions, version, UpsertModelTest::everyFile);
      return;
    }
    long first = new SplittableRandom().nextInt(1_000_000_000);
    for (long seed = first; seed < first + Integer.getInteger("frazil.seeds", 1); seed++) {
      run(seed, key, partitions, version, UpsertModelTest::everyFile);
    }
  }

  @Test
  void theCheckNoticesAKeyThatDoesNotReachOlderSnapshots() {
    assertThatThrownBy(() -> run(1, LONG, "", 2, f -> f.content() != FileContent.EQUALITY_DELETES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 1");
  }

  @Test
  void theCheckNoticesRowsThatAreMissing() {
    assertThatThrownBy(() -> run(1, LONG, "", 3, f -> f.content() != FileContent.DATA))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 1");
  }

  private static boolean everyFile(ContentFile<?> file) {
    return true;
  }

  private void run(
      long seed,
      KeyKind kind,
      String partitions,
      int version,
      Predicate<ContentFile<?>> committedFiles) {
    SplittableRandom random = new SplittableRandom(seed);
    Table table = TestTables.inMemory().create(kind.schema(), partitions, version, FAST);
    boolean isSorted = random.nextBoolean();
    if (isSorted) {
      table.replaceSortOrder().asc("amount").desc("category").commit();
    }
    KeyColumns key = KeyColumns.of(table.schema(), List.of(kind.columns()));
    Optional<OrderingColumns> ordering =
        random.nextBoolean()
            ? Optional.of(OrderingColumns.of(table.schema(), List.of("amount", "category")))
            : Optional.empty();
    Spooling spooling =
        new Spooling(spool, 1 << random.nextInt(16), 1 << random.nextInt(isSorted ? 10 : 1));
    UpsertModel model = new UpsertModel(random, table.schema(), key, ordering);
    for (int delta = 0; delta < DELTAS; delta++) {
      DeltaFiles files;
      try (UpsertDeltaWriter writer = open(table, key, ordering, spooling)) {
        int changes = random.nextInt(MAX_CHANGES);
        model.beginDelta();
        for (int change = 0; change < changes; change++) {
          int number = random.nextInt(KEYS);
          model.change(writer, number, kind.values().apply(number));
        }
        files = writer.complete();
        assertThat(files.rows()).isEqualTo(changes);
      }
      String what =
          "%s keys, partitioned by [%s], v%s, seed %s, sorted %s, ordered %s, %s, delta %s"
              .formatted(
                  kind, partitions, version, seed, isSorted, ordering.isPresent(), spooling, delta);
      assertThat(files.late()).as(what).isEqualTo(model.late());
      requireOrder(table, files, what);
      TestTables.commit(table, files.files().stream().filter(committedFiles).toList());
      assertThat(TestTables.scan(table)).as(what).containsExactlyInAnyOrderElementsOf(model.rows());
    }
  }

  private static UpsertDeltaWriter open(
      Table table, KeyColumns key, Optional<OrderingColumns> ordering, Spooling spooling) {
    PartitionSpec spec = UnpartitionedSpec.ensure(table);
    UUID id = UUID.randomUUID();
    return ordering
        .map(o -> UpsertDeltaWriter.openOrdered(table, key, o, spec, Map.of(), spooling, id))
        .orElseGet(() -> UpsertDeltaWriter.open(table, key, spec, Map.of(), spooling, id));
  }

  private static void requireOrder(Table table, DeltaFiles files, String what) {
    for (ContentFile<?> file : files.files()) {
      if (file.content() == FileContent.DATA && table.sortOrder().isSorted()) {
        assertThat(TestTables.rowsOf(table, file, table.schema()))
            .as(what)
            .isSortedAccordingTo(new RowOrder(table));
      }
    }
  }
}
