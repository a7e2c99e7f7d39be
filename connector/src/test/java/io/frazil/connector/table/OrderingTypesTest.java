package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.KeyedDelta;
import io.frazil.connector.merge.Merge;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.write.Spooling;
import io.frazil.connector.write.UpsertDeltaWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of every type can order the changes of a key, in files of every format. */
@Execution(ExecutionMode.CONCURRENT)
class OrderingTypesTest {
  @TempDir private Path folder;

  static Stream<Arguments> types() {
    return Stream.of("parquet", "avro", "orc")
        .flatMap(
            format ->
                Stream.of(
                    type(
                        format,
                        Types.BinaryType.get(),
                        n -> ByteBuffer.wrap(new byte[] {1, (byte) n})),
                    type(format, Types.FixedType.ofLength(2), n -> new byte[] {1, (byte) n}),
                    type(format, Types.StringType.get(), n -> "t" + n),
                    type(format, Types.DecimalType.of(20, 2), n -> new BigDecimal(n).setScale(2)),
                    type(format, Types.UUIDType.get(), n -> new UUID(0, n)),
                    type(format, Types.DateType.get(), n -> LocalDate.ofEpochDay(n)),
                    type(format, Types.DoubleType.get(), n -> (double) n)));
  }

  private static Arguments type(String format, Type type, IntFunction<Object> values) {
    return Arguments.of(format, type, values);
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("types")
  void aLateChangeOverwritesNothing(String format, Type type, IntFunction<Object> values) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    Table table =
        catalog
            .buildTable(
                TableIdentifier.of("db", "t"),
                new Schema(
                    Types.NestedField.required(1, "id", Types.LongType.get()),
                    Types.NestedField.optional(2, "at", type),
                    Types.NestedField.optional(3, "v", Types.StringType.get())))
            .withProperty(TableProperties.FORMAT_VERSION, "3")
            .withProperty(TableProperties.DEFAULT_FILE_FORMAT, format)
            .create();
    commit(table, merge(table, write(table, values, "old", 5, 5, 5)));
    commit(table, merge(table, write(table, values, "new", 7, 3, 9)));

    assertThat(rows(table)).isEqualTo(Map.of(0L, "new", 1L, "old", 2L, "new"));
  }

  private List<ContentFile<?>> write(
      Table table, IntFunction<Object> values, String what, int... times) {
    try (UpsertDeltaWriter writer =
        UpsertDeltaWriter.openOrdered(
            table,
            KeyColumns.of(table.schema(), List.of("id")),
            OrderingColumns.of(table.schema(), List.of("at")),
            PartitionSpec.unpartitioned(),
            Map.of(),
            Spooling.of(folder, 1),
            UUID.randomUUID())) {
      KeyColumns key = KeyColumns.of(table.schema(), List.of("id"));
      for (int id = 0; id < times.length; id++) {
        GenericRecord row = GenericRecord.create(table.schema());
        row.setField("id", (long) id);
        row.setField("at", values.apply(times[id]));
        row.setField("v", what);
        writer.upsert(key.keyOf(row), row);
      }
      return writer.complete().files();
    }
  }

  private Merge merge(Table table, List<ContentFile<?>> files) {
    return new Merger(LocalMeans.in(folder.resolve("index"), Path.of("unused")))
        .merge(
            table,
            "main",
            new MergeRules(DeleteMode.AUTO, List.of("at")),
            UUID.randomUUID(),
            List.of(List.of(KeyedDelta.of(files))));
  }

  private static void commit(Table table, Merge merge) {
    RowDelta delta = table.newRowDelta();
    new RowDeltas().fill(delta, merge.snapshots().get(0), merge.readAt());
    delta.commit();
    table.refresh();
  }

  private static Map<Long, String> rows(Table table) {
    Map<Long, String> rows = new TreeMap<>();
    try (CloseableIterable<Record> all = IcebergGenerics.read(table).build()) {
      for (Record row : all) {
        assertThat(rows.put((Long) row.get(0), (String) row.get(2))).isNull();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
