package io.frazil.connector.runtime;

import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;

/** A table can't be reached at present; what was to be done is to be tried again. */
final class UnreachableTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnreachableTableException(RuntimeException cause) {
    super(cause.getMessage(), cause);
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
