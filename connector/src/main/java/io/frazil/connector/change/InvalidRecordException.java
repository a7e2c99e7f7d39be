package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.io.Serial;
import org.apache.kafka.connect.errors.DataException;

/**
 * A record that cannot be applied through its own fault: the others can go on without it. The
 * message names the record's place and the reason, never a value of the record.
 */
public final class InvalidRecordException extends DataException {
  @Serial private static final long serialVersionUID = 1L;

  public InvalidRecordException(SourceOffset source, String reason) {
    super(message(source, reason));
  }

  public InvalidRecordException(SourceOffset source, String reason, Throwable cause) {
    super(message(source, reason), cause);
  }

  private static String message(SourceOffset source, String reason) {
    requireNonNull(source, "source");
    return "Cannot apply record of " + source + ": " + reason;
  }
}
