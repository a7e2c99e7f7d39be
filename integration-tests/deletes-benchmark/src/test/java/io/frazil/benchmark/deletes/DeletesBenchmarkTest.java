package io.frazil.benchmark.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletesBenchmarkTest {
  @TempDir private Path folder;

  /** The reads in it check that each mode has the right rows after each commit. */
  @Test
  void aSmallRunWritesPageAndChartsAndLeavesNoTable() throws IOException {
    DeletesBenchmark.main(
        new String[] {
          "--rows=2000",
          "--files=3",
          "--keys=200",
          "--commits=3",
          "--copy-on-write-commits=2",
          "--engines=GENERIC",
          "--rounds=1",
          "--warehouse=" + folder.resolve("tables"),
          "--docs=" + folder.resolve("docs")
        });

    assertThat(below("docs"))
        .containsExactly(
            "benchmarks.md",
            "img/deletes-generic-full-scan.svg",
            "img/deletes-generic-key-scan.svg");
    assertThat(Files.readString(folder.resolve("docs/benchmarks.md")))
        .contains("2,000 rows of nine columns in\n3 Parquet files");
    assertThat(below("tables")).isEmpty();
  }

  private List<String> below(String name) throws IOException {
    Path parent = folder.resolve(name);
    try (Stream<Path> paths = Files.walk(parent)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> parent.relativize(path).toString())
          .sorted()
          .toList();
    }
  }
}
