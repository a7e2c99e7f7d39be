package io.frazil.benchmark.deletes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results as a page of the manual, with a chart for each kind of read. */
record Page(Results results) {
  private static final String TEMPLATE = "benchmarks.md";

  /** The page's Markdown. */
  String text() {
    Report report = new Report(results);
    Options.Load load = results.load();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("{rows}", grouped(load.rows()));
    values.put("{files}", Integer.toString(load.files()));
    values.put("{megabytes}", Long.toString(results.tableBytes() / 1_000_000));
    values.put("{keys}", grouped(load.keys()));
    values.put("{commits}", Integer.toString(load.commits()));
    values.put("{processors}", Integer.toString(Runtime.getRuntime().availableProcessors()));
    values.put("{java}", Integer.toString(Runtime.version().feature()));
    values.put("{reads}", reads(report));
    values.put("{commits-table}", report.commits().text());
    values.put("{bytes-table}", report.bytes().text());
    values.put("{lookups-table}", report.lookups().text());
    values.put("{writers-table}", report.writers().text());
    String text = template();
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace(value.getKey(), value.getValue());
    }
    return text;
  }

  /** Writes page and charts into the folder of the manual. */
  void write(Path docs) {
    try {
      Files.createDirectories(docs.resolve("img"));
      Files.writeString(docs.resolve(TEMPLATE), text());
      for (Engine engine : results.engines()) {
        for (Scan scan : Scan.values()) {
          Files.writeString(
              docs.resolve(file(engine, scan)), ReadChart.of(results, engine, scan).svg());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the page to '" + docs + "'.", e);
    }
  }

  private static String grouped(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Charts and table of each engine. */
  private String reads(Report report) {
    List<String> parts = new ArrayList<>();
    for (Engine engine : results.engines()) {
      for (Scan scan : Scan.values()) {
        parts.add("![%s, %s](%s)".formatted(engine.title(), scan.title(), file(engine, scan)));
      }
      parts.add(report.reads(engine).text());
    }
    return String.join("\n\n", parts);
  }

  private static String file(Engine engine, Scan scan) {
    return "img/deletes-%s-%s.svg".formatted(engine.fileName(), scan.fileName());
  }

  private static String template() {
    try (InputStream template = Page.class.getResourceAsStream(TEMPLATE)) {
      return new String(template.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + TEMPLATE + ".", e);
    }
  }
}
