package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

/** What a change tells, as changelogs name it. */
public enum ChangeKind {
  /** A row that was not there. */
  INSERT(Operation.UPSERT),
  /** The row before an update, which follows. */
  UPDATE_BEFORE(Operation.DELETE),
  /** The row after an update, or one of which nobody says whether it was there. */
  UPDATE_AFTER(Operation.UPSERT),
  /** A row that is gone. */
  DELETE(Operation.DELETE),
  /** All rows of the table are gone. */
  TRUNCATE(Operation.TRUNCATE);

  private final Operation operation;

  ChangeKind(Operation operation) {
    this.operation = requireNonNull(operation, "operation");
  }

  /** What it does to the row of its key. */
  public Operation operation() {
    return operation;
  }
}
