package io.frazil.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeProcessTest {
  @TempDir private Path folder;

  @Test
  void aProgramEndsWhenItsParentIsKilled() throws IOException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AbandonedProgram.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = parent.inputReader()) {
      ProcessHandle program = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(program.isAlive()).isTrue();

      parent.destroyForcibly();

      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !program.isAlive());
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void aProgramEndsWhenItsTetherIsCut() {
    ChildProcess process = NativeProcess.start(program("sleep", "600"));

    process.cut();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aProgramThatFailsIsToldWithItsLog() {
    assertThatThrownBy(() -> NativeProcess.run(program("sh", "-c", "echo no space; exit 7")))
        .hasMessageStartingWith("sh ended with 7. Log of sh")
        .hasMessageContaining("no space");
  }

  private NativeProgram program(String... command) {
    return new NativeProgram(command[0], List.of(command), folder, folder.resolve("log"));
  }
}
