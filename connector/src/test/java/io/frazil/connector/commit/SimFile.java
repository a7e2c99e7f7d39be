package io.frazil.connector.commit;

import java.util.List;

/** A file of a delta; it can be deleted behind everybody's back. */
final class SimFile {
  private final List<SimRow> rows;
  private boolean isGone;

  SimFile(List<SimRow> rows) {
    this.rows = List.copyOf(rows);
  }

  List<SimRow> rows() {
    return rows;
  }

  void delete() {
    isGone = true;
  }

  boolean isGone() {
    return isGone;
  }
}
