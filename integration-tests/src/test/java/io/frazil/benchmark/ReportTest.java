package io.frazil.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  @Test
  void theMedianOfAContenderIsComparedWithThatOfApachesSink() {
    Report report =
        new Report(
            List.of(
                run(Contender.FRAZIL_APPEND, 2),
                run(Contender.APACHE_APPEND, 4),
                run(Contender.FRAZIL_APPEND, 100),
                run(Contender.APACHE_APPEND, 4),
                run(Contender.FRAZIL_APPEND, 2)));

    assertThat(report.medians().rows())
        .containsExactly(
            List.of(
                "Frazil, append",
                "1",
                "3",
                "500000",
                "2.00",
                "600000",
                "1.00",
                "2.00",
                "0.50",
                "700",
                "1.00"),
            List.of(
                "Apache's sink, append",
                "1",
                "2",
                "250000",
                "1.00",
                "600000",
                "1.00",
                "4.00",
                "1.00",
                "700",
                "1.00"));
  }

  @Test
  void withoutApachesSinkThereIsNoRatio() {
    Report report = new Report(List.of(run(Contender.FRAZIL_UPSERT, 2)));

    assertThat(report.medians().rows().get(0)).filteredOn("-"::equals).hasSize(4);
  }

  @Test
  void eachRunIsALineOfCommaSeparatedValues() {
    Report report = new Report(List.of(run(Contender.FRAZIL_APPEND, 2)));

    assertThat(report.runs())
        .containsExactly(
            "contender,tasks,records,records/s,steady records/s,CPU s/million,peak RSS MiB",
            "FRAZIL_APPEND,1,1000000,500000,600000,2.00,700");
  }

  private static Measurement run(Contender contender, int seconds) {
    return new Measurement(
        contender,
        1,
        1_000_000,
        Duration.ofSeconds(seconds),
        600_000,
        Duration.ofSeconds(seconds),
        700);
  }
}
