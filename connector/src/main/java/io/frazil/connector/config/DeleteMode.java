package io.frazil.connector.config;

/** How rows of earlier snapshots are deleted. */
public enum DeleteMode {
  /**
   * As the table's format has it: {@link #POSITION} in version 2, from 3 {@link #DELETION_VECTOR}.
   */
  AUTO,
  /** By position-delete files, one for each data file; format version 2. */
  POSITION,
  /** By deletion vectors; format version 3. */
  DELETION_VECTOR,
  /** By writing data files anew without the rows; any format version. */
  COPY_ON_WRITE,
  /** By equality-delete files, which leave the search to readers; format version 2 and later. */
  EQUALITY
}
