package io.frazil.connector.convert;

import java.io.Serial;
import org.apache.iceberg.types.Type;
import org.apache.kafka.connect.errors.DataException;

/**
 * A value that its column cannot hold. The message names the field's path, the types and the
 * reason, never the value; it carries no cause, since the JDK's messages repeat values.
 */
public final class ConversionException extends DataException {
  @Serial private static final long serialVersionUID = 1L;

  private final String field;
  private final String problem;

  private ConversionException(String field, String problem) {
    super(
        field.isEmpty()
            ? "Cannot convert the value" + problem
            : "Cannot convert field '" + field + "'" + problem);
    this.field = field;
    this.problem = problem;
  }

  static ConversionException of(String reason) {
    return new ConversionException("", ": " + reason + ".");
  }

  static ConversionException of(Object value, Type target, String reason) {
    return new ConversionException(
        "", " from " + value.getClass().getSimpleName() + " to " + target + ": " + reason + ".");
  }

  /** There is no way from the value's class to the target. */
  static ConversionException unsuited(Object value, Type target) {
    return of(value, target, "a value of this kind does not fit the column");
  }

  /** The field's path: names joined by dots, with the index of a list's element in brackets. */
  public String field() {
    return field;
  }

  /** The same problem, seen from the struct, list or map around it. */
  ConversionException within(String parent) {
    String joint = field.isEmpty() || field.startsWith("[") ? "" : ".";
    return new ConversionException(parent + joint + field, problem);
  }
}
