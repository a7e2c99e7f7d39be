package io.frazil.benchmark.deletes;

import static java.util.Objects.requireNonNull;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What something took of this process. Processor time counts all threads, the collector's and the
 * compiler's too; the system counts it in hundredths of a second.
 */
record Cost(Duration wall, Duration processor) {
  static final Cost NONE = new Cost(Duration.ZERO, Duration.ZERO);

  Cost {
    requireNonNull(wall, "wall");
    requireNonNull(processor, "processor");
  }

  static Cost ofSeconds(double wall, double processor) {
    return new Cost(seconds(wall), seconds(processor));
  }

  /** What the action took. */
  static Cost of(Runnable action) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long processorBefore = system.getProcessCpuTime();
    long wallBefore = System.nanoTime();
    action.run();
    return new Cost(
        Duration.ofNanos(System.nanoTime() - wallBefore),
        Duration.ofNanos(system.getProcessCpuTime() - processorBefore));
  }

  Cost minus(Cost part) {
    return new Cost(wall.minus(part.wall), processor.minus(part.processor));
  }

  double wallSeconds() {
    return wall.toNanos() / 1e9;
  }

  double processorSeconds() {
    return processor.toNanos() / 1e9;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
