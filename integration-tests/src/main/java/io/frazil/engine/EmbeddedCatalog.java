package io.frazil.engine;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A catalog in a SQLite file with its tables in the folder around it.
 *
 * @param name what it is called by all that share it; part of its content, so that an engine that
 *     calls it otherwise sees no tables
 */
public record EmbeddedCatalog(String name, Path folder) {
  public EmbeddedCatalog {
    requireNonNull(name, "name");
    folder = folder.toAbsolutePath().normalize();
  }

  String uri() {
    return "jdbc:sqlite:" + folder.resolve("catalog.db");
  }

  String warehouse() {
    return "file:" + folder;
  }
}
