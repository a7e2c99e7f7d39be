package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.io.Serial;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * A record that cannot be applied through its own fault: the others can go on without it. The
 * message names the record's place and the reason, never a value of the record.
 */
public final class InvalidRecordException extends DataException {
  @Serial private static final long serialVersionUID = 1L;

  private final String source;
  private final String table;
  private final String field;
  private final String reason;

  public InvalidRecordException(SourceOffset source, String reason) {
    this(requireNonNull(source, "source").toString(), "", "", reason, null);
  }

  public InvalidRecordException(SourceOffset source, String reason, Throwable cause) {
    this(requireNonNull(source, "source").toString(), "", "", reason, cause);
  }

  private InvalidRecordException(
      String source, String table, String field, String reason, Throwable cause) {
    super(
        "Cannot apply record of "
            + source
            + (table.isEmpty() ? "" : " to table " + table)
            + ": "
            + reason,
        cause);
    this.source = source;
    this.table = table;
    this.field = field;
    this.reason = reason;
  }

  /** The same problem, with the table that the record was to be applied to. */
  public InvalidRecordException at(String table) {
    return new InvalidRecordException(source, table, field, reason, getCause());
  }

  /** The same problem, with the path of the field at fault, which the reason names too. */
  public InvalidRecordException in(String field) {
    return new InvalidRecordException(source, table, field, reason, getCause());
  }

  /** The table that the record was to be applied to, if it came so far. */
  public Optional<String> table() {
    return Optional.of(table).filter(name -> !name.isEmpty());
  }

  /** The path of the field at fault, if it is the fault of one. */
  public Optional<String> field() {
    return Optional.of(field).filter(path -> !path.isEmpty());
  }

  /** Why it cannot be applied, and what to do. */
  public String reason() {
    return reason;
  }
}
