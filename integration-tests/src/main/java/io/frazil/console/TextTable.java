package io.frazil.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text under a heading, aligned for a terminal: numbers to the right. */
public record TextTable(List<String> heading, List<List<String>> rows) {
  private static final String INDENT = "  ";

  public TextTable {
    heading = List.copyOf(heading);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** The lines to print. */
  public List<String> lines() {
    List<Column> columns =
        IntStream.range(0, heading.size()).mapToObj(index -> Column.of(this, index)).toList();
    List<String> lines = new ArrayList<>();
    lines.add(line(columns, " | ", column -> column.aligned(heading.get(column.index()))));
    lines.add(line(columns, "-+-", column -> "-".repeat(column.width())));
    for (List<String> row : rows) {
      lines.add(line(columns, " | ", column -> column.aligned(row.get(column.index()))));
    }
    return lines;
  }

  private static String line(List<Column> columns, String between, Function<Column, String> cell) {
    return INDENT + columns.stream().map(cell).collect(Collectors.joining(between)).stripTrailing();
  }

  private record Column(int index, int width, boolean isNumeric) {
    static Column of(TextTable table, int index) {
      List<String> cells = table.rows.stream().map(row -> row.get(index)).toList();
      int width =
          Math.max(
              table.heading.get(index).length(),
              cells.stream().mapToInt(String::length).max().orElse(0));
      boolean isNumeric =
          !cells.isEmpty() && cells.stream().allMatch(cell -> cell.matches("-?\\d+(\\.\\d+)?"));
      return new Column(index, width, isNumeric);
    }

    String aligned(String text) {
      String blanks = " ".repeat(width - text.length());
      return isNumeric ? blanks + text : text + blanks;
    }
  }
}
