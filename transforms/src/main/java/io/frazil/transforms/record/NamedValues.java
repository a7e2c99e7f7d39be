package io.frazil.transforms.record;

import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/**
 * Values that are found by name. What has another type than was asked for is a {@link
 * DataException} that tells the name and never the value.
 */
public interface NamedValues {
  /** The value; empty if it is missing or null, never the default of its schema. */
  Optional<Object> get(String name);

  /** The name as messages tell it. */
  String path(String name);

  /** The value, which must be a string. */
  default Optional<String> text(String name) {
    return get(name)
        .map(
            value -> {
              if (value instanceof String text) {
                return text;
              }
              throw wrong(name, "is not a string");
            });
  }

  /** The value, which must be an integer that a long can hold. */
  default Optional<Long> integer(String name) {
    return get(name)
        .map(
            value -> {
              if (value instanceof Long
                  || value instanceof Integer
                  || value instanceof Short
                  || value instanceof Byte) {
                return ((Number) value).longValue();
              }
              throw wrong(name, "is not an integer");
            });
  }

  /** What to throw for a value that must be there and is not. */
  default DataException missing(String name) {
    return wrong(name, "is missing or null");
  }

  /** What to throw for a value that is not as it should be. */
  default DataException wrong(String name, String reason) {
    return new DataException("field '" + path(name) + "' " + reason);
  }
}
