package io.frazil.connector.write;

/**
 * Removes rows of the same delta by position, each data file by a delete file of its own, so that
 * compacting one data file never conflicts with deletes of another. Nothing is written before it is
 * complete.
 */
sealed interface PositionDeletes extends DeltaPart permits PositionDeleteFiles, DeletionVectors {

  void delete(RowPosition row);

  /** Positions are kept as bitmaps: small beside the rows. */
  @Override
  default long bytes() {
    return 0;
  }

  /** Nothing is open yet, and closing Iceberg's writers would write the files. */
  @Override
  default void close() {}
}
