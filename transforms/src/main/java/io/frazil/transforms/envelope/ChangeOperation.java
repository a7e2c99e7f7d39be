package io.frazil.transforms.envelope;

/** What a change did to its row, with the code that stands for it in {@code _cdc.op}. */
public enum ChangeOperation {
  /** The row is new, or was read by a snapshot or a full load. */
  INSERT("I"),
  /** The row was there before. */
  UPDATE("U"),
  /** The row is gone. */
  DELETE("D"),
  /** All rows of the table are gone. */
  TRUNCATE("T");

  private final String code;

  ChangeOperation(String code) {
    this.code = code;
  }

  /** The code. */
  public String code() {
    return code;
  }
}
