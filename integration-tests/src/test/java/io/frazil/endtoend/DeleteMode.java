package io.frazil.endtoend;

import java.util.List;
import java.util.stream.IntStream;

/** How the connector deletes rows of earlier snapshots, and in which table formats it can. */
enum DeleteMode {
  AUTO("auto", 2, 3),
  POSITION("position", 2, 2),
  DELETION_VECTOR("deletion-vector", 3, 3),
  COPY_ON_WRITE("copy-on-write", 2, 3),
  EQUALITY("equality", 2, 3);

  /** The modes that independent readers and writers are tried with. */
  static final List<DeleteMode> TESTED =
      List.of(POSITION, DELETION_VECTOR, COPY_ON_WRITE, EQUALITY);

  private final String option;
  private final int firstFormatVersion;
  private final int lastFormatVersion;

  DeleteMode(String option, int firstFormatVersion, int lastFormatVersion) {
    this.option = option;
    this.firstFormatVersion = firstFormatVersion;
    this.lastFormatVersion = lastFormatVersion;
  }

  /** The value of {@code iceberg.tables.delete-mode}. */
  String option() {
    return option;
  }

  /** The versions of the table format that have it, oldest first. */
  List<Integer> formatVersions() {
    return IntStream.rangeClosed(firstFormatVersion, lastFormatVersion).boxed().toList();
  }

  /** The newest version of the table format that has it. */
  int lastFormatVersion() {
    return lastFormatVersion;
  }
}
