package io.frazil.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class QuickstartIT {
  @Test
  void itShowsTheInventoryExampleAndEndsWellOnlyIfTheTableIsRight() throws Exception {
    Process quickstart = run();
    String output = output(quickstart);

    assertThat(quickstart.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("inventory.products after LOAD00000001.csv")
        .contains("inventory.products after 20220302-1135010000.csv")
        .contains("Time travel: inventory.products as it was after the load")
        .contains("All is as expected. Broker and worker end.");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void itShowsTheExampleOfADatabaseAndEndsWellOnlyIfTheTableIsRight() throws Exception {
    Process quickstart = run("--postgres");
    String output = output(quickstart);

    assertThat(quickstart.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("UPDATE orders SET id = 5 WHERE id = 1;")
        .contains("shop.orders after a change of a key")
        .contains("shop.orders after a new column")
        .contains("All is as expected. Database, broker and worker end.");
  }

  @Test
  void anUnknownOptionIsAnsweredByTheUsage() throws Exception {
    Process quickstart = run("--quick");

    assertThat(output(quickstart)).startsWith("Usage: ./quickstart");
    assertThat(quickstart.waitFor()).isEqualTo(2);
  }

  private static Process run(String... options) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dfrazil.root=" + Installation.here().root(),
            "-cp",
            System.getProperty("java.class.path"),
            Quickstart.class.getName());
    builder.command().addAll(List.of(options));
    return builder.redirectErrorStream(true).start();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
