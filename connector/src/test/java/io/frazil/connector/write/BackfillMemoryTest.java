package io.frazil.connector.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("The heap is measured")
class BackfillMemoryTest {
  private static final int MEBIBYTE = 1 << 20;

  private final TestTables tables = TestTables.inMemory();

  @Test
  void daysOfTenYearsInAnyOrderNeedOneOpenFileAndLittleMemory(@TempDir Path folder) {
    int days = 3_653;
    int rowsOfADay = 4;
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "at", Types.TimestampType.withoutZone()),
            Types.NestedField.required(2, "note", Types.StringType.get()));
    // Writers of Avro files open them at once, others only when they have something to write.
    Table table =
        tables.create(schema, "day(at)", 2, Map.of(TableProperties.DEFAULT_FILE_FORMAT, "avro"));
    StreamCount streams = StreamCount.unlimited();
    try (AppendDeltaWriter writer =
        AppendDeltaWriter.open(
            streams.watch(table),
            Map.of(),
            new Spooling(folder, MEBIBYTE, MEBIBYTE),
            UUID.randomUUID())) {
      long before = usedBytes();
      for (int row = 0; row < rowsOfADay * days; row++) {
        // Steps of a prime lead to each day, and around again.
        LocalDateTime at = LocalDateTime.of(2016, 1, 1, 12, 0).plusDays(row * 1_009L % days);
        writer.append(TestTables.row(schema, at, "a long note, ".repeat(400)));
      }
      assertThat(writer.bytes()).isGreaterThan(64 * MEBIBYTE);
      assertThat(usedBytes() - before).isLessThan(40 * MEBIBYTE);

      assertThat(writer.complete().files())
          .hasSize(days)
          .allSatisfy(file -> assertThat(file.recordCount()).isEqualTo(rowsOfADay));
    }
    assertThat(streams.mostOpen()).isEqualTo(1);
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
