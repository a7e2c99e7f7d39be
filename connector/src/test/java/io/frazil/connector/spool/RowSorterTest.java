package io.frazil.connector.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSorterTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "n", Types.IntegerType.get()));
  private static final Comparator<Record> ORDER = Comparator.comparing(row -> (Integer) row.get(0));

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"1, 1, 50", "100, 1, 1000", "100, 100000, 1000", "100000, 100000, 1000", "1, 1, 0"})
  void wantedRowsComeInOrderHoweverManyFitIntoMemory(
      long maxRunBytes, int maxBufferedBytes, int rows) throws IOException {
    long seed = Long.getLong("frazil.seed", new SplittableRandom().nextInt(1_000_000_000));
    SplittableRandom random = new SplittableRandom(seed);
    try (Spool spool = new Spool(folder, maxBufferedBytes)) {
      RowCodec codec = new RowCodec(SCHEMA);
      Lane lane = spool.newLane(codec);
      List<Integer> wanted = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        int number = random.nextInt(100);
        int mark = random.nextInt(3);
        GenericRecord record = GenericRecord.create(SCHEMA);
        record.set(0, number);
        lane.add(mark, record);
        if (mark > 0) {
          wanted.add(number);
        }
      }
      wanted.sort(Comparator.naturalOrder());

      RowSorter sorter = new RowSorter(spool, codec, ORDER, maxRunBytes);
      try (CloseableIterable<Record> sorted = sorter.sorted(lane, mark -> mark > 0)) {
        assertThat(sorted)
            .as("seed %s", seed)
            .extracting(row -> (Integer) row.get(0))
            .containsExactlyElementsOf(wanted);
      }
    }
  }
}
