package io.frazil.connector.deletes;

/** How a table holds that rows of its data files are gone. */
public enum DeleteForm {
  /** A file of positions for each data file: format v2. */
  POSITION_DELETES,
  /** A bitmap for each data file, those of a commit in one Puffin file: format v3. */
  DELETION_VECTORS,
  /** Data files without the rows in place of those with them: any format. */
  COPY_ON_WRITE
}
