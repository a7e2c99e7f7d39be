package io.frazil.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TetherIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void brokerAndWorkerEndWhenTheirParentIsKilled(@TempDir Path folder) throws IOException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfrazil.root=" + Installation.here().root(),
                "-cp",
                System.getProperty("java.class.path"),
                AbandonedCluster.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = parent.inputReader()) {
      List<ProcessHandle> children =
          output
              .lines()
              .takeWhile(line -> !line.equals(AbandonedCluster.READY))
              .map(line -> ProcessHandle.of(Long.parseLong(line)).orElseThrow())
              .toList();
      assertThat(children).hasSize(2).allMatch(ProcessHandle::isAlive);

      parent.destroyForcibly();

      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      parent.destroyForcibly();
    }
  }
}
