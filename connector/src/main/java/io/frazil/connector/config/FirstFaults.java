package io.frazil.connector.config;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Hands on what is wrong with options, of each key only what is found first: what many tables have
 * in common is told once.
 */
final class FirstFaults implements BiConsumer<String, String> {
  private final BiConsumer<String, String> report;
  private final Set<String> reported = new HashSet<>();

  /**
   * @param report takes the key at fault and what is wrong with it
   */
  FirstFaults(BiConsumer<String, String> report) {
    this.report = report;
  }

  @Override
  public void accept(String key, String message) {
    if (reported.add(key)) {
      report.accept(key, message);
    }
  }
}
