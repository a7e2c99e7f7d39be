package io.frazil.benchmark.deletes;

import io.frazil.connector.merge.DeleteMode;

/** A delete mode, and the table format that it is measured in. */
enum Mode {
  EQUALITY("equality deletes", DeleteMode.EQUALITY, 2),
  POSITION("position deletes", DeleteMode.POSITION, 2),
  DELETION_VECTOR("deletion vectors", DeleteMode.DELETION_VECTOR, 3),
  COPY_ON_WRITE("copy-on-write", DeleteMode.COPY_ON_WRITE, 2);

  private final String title;
  private final DeleteMode deleteMode;
  private final int formatVersion;

  Mode(String title, DeleteMode deleteMode, int formatVersion) {
    this.title = title;
    this.deleteMode = deleteMode;
    this.formatVersion = formatVersion;
  }

  /** With the format version. */
  String title() {
    return title + " (v" + formatVersion + ")";
  }

  DeleteMode deleteMode() {
    return deleteMode;
  }

  int formatVersion() {
    return formatVersion;
  }

  /** Whether keys are looked up in the index when changes are committed. */
  boolean resolvesKeys() {
    return this != EQUALITY;
  }
}
