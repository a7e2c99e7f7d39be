package io.frazil.benchmark.deletes;

import io.frazil.benchmark.deletes.ReadFigures.Read;
import io.frazil.benchmark.deletes.Results.ModeResults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart of what reads cost after so many commits, as multiples of a read of the unmodified table:
 * a line for each delete mode. Both axes are logarithmic.
 *
 * @param title what is read
 * @param lines one of each mode
 */
record ReadChart(String title, List<Line> lines) {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 64;
  private static final int RIGHT = WIDTH - 190;
  private static final int TOP = 48;
  private static final int BOTTOM = HEIGHT - 52;
  private static final int LABEL_HEIGHT = 16;
  // A read that was measured as quicker than that of the unmodified table has room too.
  private static final double LOWEST = 0.8;
  // Told apart by the colour-blind too.
  private static final List<String> COLOURS = List.of("#d55e00", "#e69f00", "#0072b2", "#009e73");
  private static final List<Double> Y_TICKS =
      List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0);

  /** What reads cost in one mode. */
  record Line(String title, List<Point> points) {
    Line {
      points = List.copyOf(points);
    }
  }

  /**
   * A read.
   *
   * @param commits before it
   * @param ratio of its processor time to that before the first commit
   */
  record Point(int commits, double ratio) {}

  ReadChart {
    lines = List.copyOf(lines);
  }

  static ReadChart of(Results results, Engine engine, Scan scan) {
    List<Line> lines = new ArrayList<>();
    for (ModeResults mode : results.modes()) {
      lines.add(new Line(mode.mode().title(), points(results, engine, mode.mode(), scan)));
    }
    return new ReadChart(
        "CPU time of %s to read %s".formatted(engine.title(), scan.title()), lines);
  }

  private static List<Point> points(Results results, Engine engine, Mode mode, Scan scan) {
    Report report = new Report(results);
    List<Point> points = new ArrayList<>();
    for (int commits : results.load().reads(mode)) {
      Optional<Cost> base = report.unmodified(engine, scan);
      Optional<Cost> cost =
          commits == 0 ? base : report.cost(new Read(engine, mode.title(), commits, scan));
      cost.flatMap(found -> base.map(unmodified -> Report.ratio(found, unmodified)))
          .ifPresent(ratio -> points.add(new Point(commits, ratio)));
    }
    return points;
  }

  /** The chart as a file that browsers show. */
  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="%d" y="24" font-size="15" font-weight="bold">%s, as a multiple of the unmodified table's</text>
        """
            .formatted(WIDTH, HEIGHT, LEFT, title));
    Y_TICKS.stream().filter(tick -> tick <= top()).forEach(tick -> svg.append(yTick(tick)));
    xTicks().forEach(tick -> svg.append(xTick(tick)));
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">commits</text>\n"
            .formatted((LEFT + RIGHT) / 2, HEIGHT - 12));
    List<Integer> labels = labels();
    for (int line = 0; line < lines.size(); line++) {
      svg.append(drawn(lines.get(line), COLOURS.get(line % COLOURS.size()), labels.get(line)));
    }
    return svg.append("</svg>\n").toString();
  }

  private String yTick(double ratio) {
    return """
        <line x1="%d" y1="%s" x2="%d" y2="%s" stroke="#dddddd"/>
        <text x="%d" y="%s" text-anchor="end">%.0fx</text>
        """
        .formatted(LEFT, at(y(ratio)), RIGHT, at(y(ratio)), LEFT - 8, at(y(ratio) + 4), ratio);
  }

  private String xTick(int commits) {
    return """
        <text x="%s" y="%d" text-anchor="middle">%d</text>
        """
        .formatted(at(x(commits)), BOTTOM + 20, commits);
  }

  private String drawn(Line line, String colour, int labelY) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n"
            .formatted(
                line.points().stream()
                    .map(point -> at(x(point.commits())) + "," + at(y(point.ratio())))
                    .collect(Collectors.joining(" ")),
                colour));
    for (Point point : line.points()) {
      svg.append(
          "<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"/>\n"
              .formatted(at(x(point.commits())), at(y(point.ratio())), colour));
    }
    return svg.append(
            "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n"
                .formatted(RIGHT + 12, labelY, colour, line.title()))
        .toString();
  }

  /** Where each line's title stands: beside its end, but never over another. */
  private List<Integer> labels() {
    List<Integer> byHeight =
        IntStream.range(0, lines.size())
            .boxed()
            .sorted(Comparator.comparingDouble(line -> endOf(lines.get(line))))
            .toList();
    List<Integer> labels = new ArrayList<>(Collections.nCopies(lines.size(), 0));
    // From the lowest line up.
    int below = BOTTOM + LABEL_HEIGHT;
    for (int line : byHeight) {
      int beside = Math.toIntExact(Math.round(y(endOf(lines.get(line))))) + 4;
      below = Math.min(beside, below - LABEL_HEIGHT);
      labels.set(line, below);
    }
    return labels;
  }

  private static double endOf(Line line) {
    return line.points().isEmpty() ? 1 : line.points().get(line.points().size() - 1).ratio();
  }

  private List<Integer> xTicks() {
    return points().map(Point::commits).distinct().sorted().toList();
  }

  private Stream<Point> points() {
    return lines.stream().flatMap(line -> line.points().stream());
  }

  private double x(int commits) {
    int last = points().mapToInt(Point::commits).max().orElse(1);
    return LEFT + (RIGHT - LEFT) * Math.log1p(commits) / Math.log1p(last);
  }

  private double y(double ratio) {
    return BOTTOM - (BOTTOM - TOP) * Math.log(ratio / LOWEST) / Math.log(top() / LOWEST);
  }

  private double top() {
    return Math.max(2, points().mapToDouble(Point::ratio).max().orElse(1)) * 1.1;
  }

  private static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }
}
