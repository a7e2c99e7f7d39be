package io.frazil.benchmark.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.benchmark.deletes.ReadFigures.Read;
import io.frazil.benchmark.deletes.Results.ModeResults;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final String VECTORS = Mode.DELETION_VECTOR.title();

  @Test
  void aReadIsComparedWithTheUnmodifiedTableAndWithTheCompactedOne() {
    assertThat(report().reads(Engine.GENERIC).rows())
        .containsExactly(
            List.of("unmodified", "0", "4.00", "1.00", "0.80", "-", "-", "-"),
            List.of(VECTORS, "1", "-", "-", "-", "-", "-", "-"),
            List.of(VECTORS, "2", "6.00", "1.50", "1.20", "-", "-", "-"),
            List.of("compacted", "2", "5.00", "1.25", "1.00", "-", "-", "-"));
  }

  @Test
  void theFirstCommitIsShownBesideTheMeanOfTheOthers() {
    assertThat(report().commits().rows())
        .containsExactly(List.of(VECTORS, "3", "0.500", "0.300", "9.00", "0.200", "1.000", "12.3"));
  }

  @Test
  void bytesAreTheMeanOfAllCommits() {
    assertThat(report().bytes().rows())
        .containsExactly(List.of(VECTORS, "1", "2", "3", "4", "5", "15"));
  }

  @Test
  void lookupsAreComparedWithAReadOfTheKeys() {
    assertThat(report().lookups().rows().stream().map(row -> row.get(3)))
        .containsExactly("2.00", "0.50", "1.25", "1.00");
  }

  @Test
  void anUpsertIsComparedWithAnAppend() {
    assertThat(report().writers().rows())
        .containsExactly(
            List.of("append", "1000", "1000", "1.00", "500", "1.00"),
            List.of("upsert", "1000", "500", "0.50", "250", "0.50"));
  }

  @Test
  void aMarkdownTableAlignsNumbersToTheRight() {
    assertThat(new MarkdownTable(List.of("mode", "s"), List.of(List.of("a", "12.5"))).text())
        .isEqualTo(
            """
            | mode |    s |
            | ---- | ----:|
            | a    | 12.5 |\
            """);
  }

  @Test
  void thePageHasAllTablesAndNoGaps() {
    String page = new Page(results()).text();

    assertThat(page)
        .contains(
            report().reads(Engine.GENERIC).text(),
            report().commits().text(),
            report().bytes().text())
        .contains(report().lookups().text(), report().writers().text())
        .contains("10,000 rows of nine columns in\n3 Parquet files, 7 MB")
        .doesNotContain("{", "}");
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
    assertThat(Costs.of(cost(4, 9), cost(1, 1), cost(2, 3), cost(100, 2)).median())
        .isEqualTo(Cost.ofSeconds(3, 2.5));
  }

  private static Report report() {
    return new Report(results());
  }

  static Results results() {
    ReadFigures reads = new ReadFigures();
    reads.add(new Read(Engine.GENERIC, VECTORS, 0, Scan.FULL), cost(1, 4));
    reads.add(new Read(Engine.GENERIC, VECTORS, 2, Scan.FULL), cost(2, 5));
    reads.add(new Read(Engine.GENERIC, VECTORS, 2, Scan.FULL), cost(2, 90));
    reads.add(new Read(Engine.GENERIC, VECTORS, 2, Scan.FULL), cost(2, 6));
    reads.add(new Read(Engine.GENERIC, Results.COMPACTED, 2, Scan.FULL), cost(3, 5));
    return new Results(
        new Options.Load(10_000, 3, 100, 2, 2),
        7_000_000,
        new WriterFigures(1000, Costs.of(cost(2, 1)), Costs.of(cost(4, 2))),
        new LookupFigures(
            Costs.of(cost(1, 0.8)),
            Costs.of(cost(1, 0.2)),
            Costs.of(cost(1, 0.5)),
            Costs.of(cost(1, 0.4))),
        List.of(
            new ModeResults(
                Mode.DELETION_VECTOR, List.of(commit(9), commit(0.2), commit(0.4)), 12.34)),
        List.of(Engine.GENERIC),
        reads);
  }

  private static CommitFigures commit(double merge) {
    return new CommitFigures(
        cost(1, 0.5), cost(0.4, merge), cost(0.6, 0.2), new Written(1000, 2000, 3000, 4000, 5000));
  }

  private static Cost cost(double wall, double processor) {
    return Cost.ofSeconds(wall, processor);
  }
}
