package io.frazil.connector.config;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a connector keeps files on the worker's disk: for each purpose in a folder of its own, so
 * that connectors may share what is configured.
 */
final class LocalFolders {
  private LocalFolders() {}

  /**
   * The folder for a purpose, which need not exist yet.
   *
   * @param parent the folder that it lies in; the JVM's folder for temporary files if not given
   */
  static Path of(Optional<String> parent, String purpose, String connectorName) {
    // A connector's name may hold anything, also what would lead out of the folder.
    String name = URLEncoder.encode(connectorName, StandardCharsets.UTF_8);
    return Path.of(parent.orElseGet(() -> System.getProperty("java.io.tmpdir")))
        .resolve("frazil-" + purpose + "-" + name);
  }
}
