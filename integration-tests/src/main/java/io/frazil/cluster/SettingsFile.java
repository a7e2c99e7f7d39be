package io.frazil.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** A properties file for a process to read. */
final class SettingsFile {
  private SettingsFile() {}

  /** Writes the settings, those of {@code overrides} instead of ours where both have a key. */
  static void write(Path file, Map<String, String> ours, Map<String, String> overrides) {
    Properties properties = new Properties();
    properties.putAll(ours);
    properties.putAll(overrides);
    try {
      Files.createDirectories(file.getParent());
      try (Writer writer = Files.newBufferedWriter(file)) {
        properties.store(writer, "Written anew at each start.");
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write '%s'.".formatted(file), failure);
    }
  }
}
