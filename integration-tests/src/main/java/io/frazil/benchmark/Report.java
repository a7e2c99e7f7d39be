package io.frazil.benchmark;

import io.frazil.console.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All runs in figures: the median of each contender's runs, and what it is to that of Apache's
 * sink.
 */
record Report(List<Measurement> measurements) {
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("records/s", Measurement::recordsPerSecond, 0),
          new Figure("steady records/s", Measurement::steadyRecordsPerSecond, 0),
          new Figure("CPU s/million", Measurement::processorSecondsPerMillion, 2),
          new Figure("peak RSS MiB", Measurement::peakMemoryMebibytes, 0));

  Report {
    measurements = List.copyOf(measurements);
  }

  /** Medians, with the ratio to Apache's sink beside each. */
  TextTable medians() {
    List<String> heading = new ArrayList<>(List.of("contender", "tasks", "runs"));
    FIGURES.forEach(figure -> heading.addAll(List.of(figure.title(), "ratio")));
    List<List<String>> rows =
        measurements.stream()
            .map(measurement -> new Case(measurement.contender(), measurement.tasks()))
            .distinct()
            .map(this::row)
            .toList();
    return new TextTable(heading, rows);
  }

  private List<String> row(Case measured) {
    List<String> row = new ArrayList<>();
    row.add(measured.contender().title());
    row.add(Integer.toString(measured.tasks()));
    row.add(Long.toString(runs(measured).count()));
    Case apache = new Case(Contender.APACHE_APPEND, measured.tasks());
    for (Figure figure : FIGURES) {
      Optional<Double> median = median(measured, figure);
      Optional<Double> reference = median(apache, figure).filter(value -> value > 0);
      row.add(median.map(figure::text).orElse("-"));
      row.add(
          median
              .flatMap(value -> reference.map(other -> value / other))
              .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
              .orElse("-"));
    }
    return row;
  }

  private Optional<Double> median(Case measured, Figure figure) {
    List<Double> values = runs(measured).map(figure.value()::applyAsDouble).sorted().toList();
    if (values.isEmpty()) {
      return Optional.empty();
    }
    double lower = values.get((values.size() - 1) / 2);
    double upper = values.get(values.size() / 2);
    return Optional.of((lower + upper) / 2);
  }

  private Stream<Measurement> runs(Case measured) {
    return measurements.stream()
        .filter(
            measurement -> measured.equals(new Case(measurement.contender(), measurement.tasks())));
  }

  /** Every run, in order, as comma-separated values under a heading. */
  List<String> runs() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "contender,tasks,records,"
            + FIGURES.stream().map(Figure::title).collect(Collectors.joining(",")));
    for (Measurement measurement : measurements) {
      Stream<String> figures =
          FIGURES.stream().map(figure -> figure.text(figure.value().applyAsDouble(measurement)));
      lines.add(
          "%s,%d,%d,%s"
              .formatted(
                  measurement.contender(),
                  measurement.tasks(),
                  measurement.records(),
                  figures.collect(Collectors.joining(","))));
    }
    return lines;
  }

  private record Case(Contender contender, int tasks) {}

  private record Figure(String title, ToDoubleFunction<Measurement> value, int decimals) {
    String text(double number) {
      return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }
  }
}
