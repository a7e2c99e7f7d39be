package io.frazil.connector.intake;

import io.frazil.connector.commit.TableRef;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;

/**
 * A table or its storage can't be reached at present; what was to be done is to be tried again.
 *
 * <p>Each catalog and each storage has failures of its own, and none tells reliably which of them
 * pass: throttling, an outage, credentials that have run out and rights that are missing for a
 * moment look different everywhere. So whatever they throw is tried again, and what does not pass
 * is loud when patience ends.
 */
public final class UnreachableTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String THE_TABLES = "the tables";

  private final transient Optional<TableRef> lost;
  private final String what;

  private UnreachableTableException(RuntimeException cause, Optional<TableRef> lost, String what) {
    super(cause.getMessage(), cause);
    this.lost = lost;
    this.what = what;
  }

  private UnreachableTableException(RuntimeException cause) {
    this(cause, Optional.empty(), THE_TABLES);
  }

  private UnreachableTableException(String message, Optional<TableRef> lost) {
    super(message);
    this.lost = lost;
    this.what = THE_TABLES;
  }

  /** Catalog or storage take longer than the task may wait. */
  static UnreachableTableException unanswered(TableIdentifier table) {
    return new UnreachableTableException(
        "catalog or storage have not answered yet for table " + table, Optional.empty());
  }

  /** The step before has failed when it was not waited for any more: perhaps not with this one. */
  static UnreachableTableException late(RuntimeException failure) {
    return new UnreachableTableException(new UnreachableTableException(failure));
  }

  /** A table's open files are being finished, and that takes longer than the task may wait. */
  public static UnreachableTableException unfinished(TableRef table) {
    return new UnreachableTableException(
        "storage has not taken all files of table " + table + " yet", Optional.of(table));
  }

  /** The table whose open files can't be finished now, or have been given up, if any. */
  public Optional<TableRef> lost() {
    return lost;
  }

  /** Whether nothing has failed yet: the step goes on, and its end is to be awaited. */
  public boolean isUnderWay() {
    return getCause() == null;
  }

  /** The same, when the open files of a table have been given up because of it. */
  public UnreachableTableException losing(TableRef table) {
    return new UnreachableTableException(this, Optional.of(table), what);
  }

  /** What can't be reached, for a message. */
  public String what() {
    return what;
  }

  /**
   * What to throw where no other table could go on: what will not pass is not waited for.
   *
   * @param others the tables that can't be reached either
   */
  public RuntimeException alone(TableRef table, Set<TableRef> others) {
    if (isUnderWay()) {
      return this;
    }
    return getCause() instanceof ConnectException misfit
        ? misfit
        : new UnreachableTableException(
            this, lost, others.isEmpty() ? "table " + table : "any table, " + table + " the last");
  }

  /** Opens a table, or uses it as it was opened: one that does not fit what is set stops alone. */
  public static <T> T open(Supplier<T> step) {
    try {
      return reach(step);
    } catch (DataException e) {
      throw e;
    } catch (ConnectException e) {
      throw new UnreachableTableException(e);
    }
  }

  /**
   * Takes a step that needs the catalog or a table's files. What they fail to do may work later;
   * what Connect's own exceptions say will not.
   */
  public static <T> T reach(Supplier<T> step) {
    try {
      return step.get();
    } catch (ConnectException | UnreachableTableException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnreachableTableException(e);
    }
  }
}
