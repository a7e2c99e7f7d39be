package io.frazil.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptProcessesTest {
  @TempDir private Path folder;

  @Test
  void whatWasKeptIsEndedOnce() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    KeptProcesses kept = new KeptProcesses(folder.resolve("processes"));
    kept.write(List.of(process.toHandle()));

    assertThat(kept.stop()).isEqualTo(1);

    assertThat(process.isAlive()).isFalse();
    assertThat(kept.stop()).isZero();
  }

  @Test
  void aProcessThatOnlyHasTheSameIdIsLeftAlone() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    try {
      Path file = folder.resolve("processes");
      Files.writeString(file, process.pid() + " 2001-01-01T00:00:00Z\n");

      assertThat(new KeptProcesses(file).running()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }
}
