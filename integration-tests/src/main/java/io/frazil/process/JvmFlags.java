package io.frazil.process;

import java.util.List;
import java.util.stream.Stream;

/** How a child JVM is to run: compiler, collector, memory. */
public record JvmFlags(List<String> flags) {
  // Quick to start and small, since several of these share a machine with the tests.
  private static final JvmFlags SMALL =
      new JvmFlags(
          List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-Xshare:auto"));

  public JvmFlags {
    flags = List.copyOf(flags);
  }

  /** For tests: up soon, never fast. */
  public static JvmFlags small() {
    return SMALL;
  }

  /** The JVM's own choices, as in production, with a heap of a known size. */
  public static JvmFlags usual(String heap) {
    return new JvmFlags(List.of("-Xmx" + heap));
  }

  public JvmFlags with(String flag) {
    return new JvmFlags(Stream.concat(flags.stream(), Stream.of(flag)).toList());
  }
}
