package io.frazil.connector.config;

import java.util.EnumSet;
import java.util.Set;

/** Who reads tables, and what each can read, as its vendor says. */
public enum Reader {
  ATHENA,
  BIGQUERY,
  DATABRICKS,
  FLINK,
  PYICEBERG,
  REDSHIFT,
  SNOWFLAKE,
  SPARK,
  TRINO,
  /** Spark's view of a table's changes, which refuses delete files of any form. */
  CHANGELOG;

  /** The newest format version that it reads. */
  int newestFormatVersion() {
    return this == ATHENA ? 2 : 3;
  }

  /**
   * Whether it sees the deletes that are written in a mode.
   *
   * @param mode any but {@link DeleteMode#AUTO}
   */
  boolean sees(DeleteMode mode) {
    return mode == DeleteMode.COPY_ON_WRITE || deleteFiles().contains(mode);
  }

  private Set<DeleteMode> deleteFiles() {
    return switch (this) {
      case ATHENA -> EnumSet.of(DeleteMode.POSITION);
      case BIGQUERY, DATABRICKS -> EnumSet.of(DeleteMode.DELETION_VECTOR);
      case PYICEBERG, REDSHIFT, SNOWFLAKE ->
          EnumSet.of(DeleteMode.POSITION, DeleteMode.DELETION_VECTOR);
      case FLINK, SPARK, TRINO ->
          EnumSet.of(DeleteMode.POSITION, DeleteMode.DELETION_VECTOR, DeleteMode.EQUALITY);
      case CHANGELOG -> EnumSet.noneOf(DeleteMode.class);
    };
  }
}
