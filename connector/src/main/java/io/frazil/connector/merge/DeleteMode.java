package io.frazil.connector.merge;

/** How rows of earlier snapshots are removed. */
public enum DeleteMode {
  /** As the table's format version suggests: by deletion vectors from v3 on, by position in v2. */
  AUTO,
  /** By position-delete files, one for each data file; format v2. */
  POSITION,
  /** By deletion vectors; format v3. */
  DELETION_VECTOR,
  /** Their data files are written anew without them; any format. */
  COPY_ON_WRITE,
  /** By equality-delete files: each reader looks for the rows; format v2 and v3. */
  EQUALITY;

  private static final int FIRST_VERSION_WITH_DELETION_VECTORS = 3;

  /** The mode in a table of this format version: never {@link #AUTO}. */
  public DeleteMode in(int formatVersion) {
    if (this != AUTO) {
      return this;
    }
    return byPosition(formatVersion);
  }

  /** How single rows of the same commit are removed where this is the mode. */
  DeleteMode ofNewRows(int formatVersion) {
    return this == EQUALITY ? byPosition(formatVersion) : in(formatVersion);
  }

  private static DeleteMode byPosition(int formatVersion) {
    return formatVersion < FIRST_VERSION_WITH_DELETION_VECTORS ? POSITION : DELETION_VECTOR;
  }
}
