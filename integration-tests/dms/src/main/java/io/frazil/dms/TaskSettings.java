package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import java.util.EnumSet;
import java.util.Set;

/**
 * Settings of a task and of its endpoint for Kafka, as far as messages depend on them. {@code
 * UseLargeIntegerValue} is always set.
 *
 * @param source whose log is read
 * @param beforeImages where updates tell the row before
 * @param filter which columns of it
 * @param apply whether changes of a table have one partition or that of their row
 * @param format how the JSON is laid out
 * @param details what messages have more than they must
 */
public record TaskSettings(
    Source source,
    BeforeImages beforeImages,
    ColumnFilter filter,
    Apply apply,
    MessageFormat format,
    Set<Detail> details) {
  /** Checks the parts. */
  public TaskSettings {
    requireNonNull(source, "source");
    requireNonNull(beforeImages, "beforeImages");
    requireNonNull(filter, "filter");
    requireNonNull(apply, "apply");
    requireNonNull(format, "format");
    details = Set.copyOf(details);
  }

  /** All that DMS can tell, in the form that it has by default, of PostgreSQL. */
  public static TaskSettings recommended() {
    return new TaskSettings(
        Source.POSTGRESQL,
        BeforeImages.OBJECT,
        ColumnFilter.PK_ONLY,
        Apply.IN_ORDER,
        MessageFormat.JSON,
        EnumSet.allOf(Detail.class));
  }

  /** The same but one. */
  public TaskSettings with(Apply other) {
    return new TaskSettings(source, beforeImages, filter, other, format, details);
  }

  /** The same but one. */
  public TaskSettings with(Source other) {
    return new TaskSettings(other, beforeImages, filter, apply, format, details);
  }

  /** The same without one. */
  public TaskSettings without(Detail detail) {
    Set<Detail> fewer = EnumSet.allOf(Detail.class);
    fewer.retainAll(details);
    fewer.remove(detail);
    return new TaskSettings(source, beforeImages, filter, apply, format, fewer);
  }

  /** Whether messages have this. */
  public boolean has(Detail detail) {
    return details.contains(detail);
  }

  /** A kind of database. */
  public enum Source {
    /** Whose log has the key of a deleted row, and the old key where it changed. */
    POSTGRESQL,
    /** Whose log has all of the row before. */
    MYSQL
  }

  /** The ways to tell the row before an update. */
  public enum BeforeImages {
    /** It is not told. */
    NONE,
    /** {@code BeforeImageSettings}: an object beside the row. */
    OBJECT,
    /** The rule {@code add-before-image-columns}: columns in the row. */
    COLUMNS
  }

  /** Which columns before images have. */
  public enum ColumnFilter {
    PK_ONLY,
    ALL
  }

  /** How changes are applied. */
  public enum Apply {
    /** One after the other: the partition key of a change is its table. */
    IN_ORDER,
    /** {@code ParallelApplyThreads}: the partition key of a change is its primary key. */
    PARALLEL
  }

  /** How the JSON is laid out. */
  public enum MessageFormat {
    /** With tabs and new lines. */
    JSON,
    /** In one line. */
    JSON_UNFORMATTED
  }

  /** What messages have only if the endpoint is set so. */
  public enum Detail {
    /** {@code IncludeNullAndEmpty}. */
    NULL_AND_EMPTY,
    /** {@code IncludeTransactionDetails}. */
    TRANSACTION,
    /** {@code IncludePartitionValue}. */
    PARTITION_VALUE,
    /** {@code IncludeControlDetails}. */
    CONTROL
  }
}
