package io.frazil.benchmark.deletes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of text under a heading, as Markdown that is also readable as it is. */
record MarkdownTable(List<String> heading, List<List<String>> rows) {
  MarkdownTable {
    heading = List.copyOf(heading);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** The table's lines. The first column is aligned to the left, all others to the right. */
  String text() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < heading.size(); column++) {
      widths.add(width(column));
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(heading, widths));
    lines.add(rule(widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return String.join("\n", lines);
  }

  private int width(int column) {
    int width = heading.get(column).length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return width;
  }

  private static String line(List<String> cells, List<Integer> widths) {
    List<String> padded = new ArrayList<>();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths.get(column) - cell.length());
      padded.add(column == 0 ? cell + blanks : blanks + cell);
    }
    return padded.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String rule(List<Integer> widths) {
    List<String> rules = new ArrayList<>();
    for (int column = 0; column < widths.size(); column++) {
      String dashes = "-".repeat(widths.get(column));
      rules.add(column == 0 ? " " + dashes + " " : " " + dashes + ":");
    }
    return rules.stream().collect(Collectors.joining("|", "|", "|"));
  }
}
