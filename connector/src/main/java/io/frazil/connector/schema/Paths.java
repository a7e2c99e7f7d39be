package io.frazil.connector.schema;

import java.util.Optional;

/** The paths of columns, as Iceberg has them. */
final class Paths {
  static final String JOINT = ".";
  static final String ELEMENT = "element";
  static final String VALUE = "value";

  private Paths() {}

  static String of(String parent, String name) {
    return parent + JOINT + name;
  }

  static String of(Optional<String> parent, String name) {
    return parent.map(path -> of(path, name)).orElse(name);
  }
}
