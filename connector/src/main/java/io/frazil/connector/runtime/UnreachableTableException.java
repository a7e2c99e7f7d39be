package io.frazil.connector.runtime;

import io.frazil.connector.commit.TableRef;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
final class UnreachableTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<TableRef> lost;
  private final String what;

  private UnreachableTableException(RuntimeException cause, Optional<TableRef> lost, String what) {
    super(cause.getMessage(), cause);
    this.lost = lost;
    this.what = what;
  }

  private UnreachableTableException(RuntimeException cause) {
    this(cause, Optional.empty(), "the tables");
  }

  /** The table whose open files have been given up because of this, if any. */
  Optional<TableRef> lost() {
    return lost;
  }

  /** The same, when the open files of a table have been given up because of it. */
  UnreachableTableException losing(TableRef table) {
    return new UnreachableTableException(this, Optional.of(table), what);
  }

  /** What can't be reached, for a message. */
  String what() {
    return what;
  }

  /**
   * What to throw where no other table could go on: what will not pass is not waited for.
   *
   * @param others the tables that can't be reached either
   */
  RuntimeException alone(TableRef table, Set<TableRef> others) {
    return getCause() instanceof ConnectException misfit
        ? misfit
        : new UnreachableTableException(
            this, lost, others.isEmpty() ? "table " + table : "any table, " + table + " the last");
  }

  /** Opens a table, or uses it as it was opened: one that does not fit what is set stops alone. */
  static <T> T open(Supplier<T> step) {
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
  static <T> T reach(Supplier<T> step) {
    try {
      return step.get();
    } catch (ConnectException | UnreachableTableException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UnreachableTableException(e);
    }
  }
}
