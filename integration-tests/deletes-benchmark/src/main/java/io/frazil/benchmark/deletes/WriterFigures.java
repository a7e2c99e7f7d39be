package io.frazil.benchmark.deletes;

import io.frazil.connector.write.DeltaFiles;
import io.frazil.connector.write.Spooling;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;

/**
 * What writing a delta took, without a commit.
 *
 * @param rows of each delta
 */
record WriterFigures(int rows, Costs append, Costs upsert) {
  private static final int MAX_ROWS = 1_000_000;

  /** Writes the same rows in both ways, in turn. */
  static WriterFigures measure(Warehouse warehouse, int tableRows, int rounds) {
    Table table = warehouse.create("WRITERS", 2, List.of());
    Spooling spooling = warehouse.spooling();
    List<Record> rows =
        IntStream.range(0, Math.min(tableRows, MAX_ROWS))
            .mapToObj(number -> Orders.row(number, 0))
            .toList();
    Costs append = Costs.NONE;
    Costs upsert = Costs.NONE;
    // In the first round the code is not compiled yet.
    for (int round = 0; round <= rounds; round++) {
      Cost appending = Cost.of(() -> drop(table, Deltas.append(table, rows, spooling)));
      Cost upserting = Cost.of(() -> drop(table, Deltas.upsert(table, rows, spooling)));
      append = round == 0 ? append : append.with(appending);
      upsert = round == 0 ? upsert : upsert.with(upserting);
    }
    return new WriterFigures(rows.size(), append, upsert);
  }

  private static void drop(Table table, DeltaFiles delta) {
    delta.files().forEach(file -> table.io().deleteFile(file.location()));
  }
}
