package io.frazil.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What a process takes of the machine. */
record ProcessUse(ProcessHandle process) {
  private static final String PEAK_MEMORY = "VmHWM:";

  /** The time that it has spent on processors since its start. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The most memory that it ever had; 0 where the system has no /proc to tell it. */
  long peakMemoryMebibytes() {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(PEAK_MEMORY))
          .map(line -> line.substring(PEAK_MEMORY.length()).toLowerCase(Locale.ROOT))
          .mapToLong(kibibytes -> Long.parseLong(kibibytes.replace("kb", "").strip()) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(status), failure);
    }
  }
}
