package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/**
 * A Connect value with its schema, if it has one: a {@code Struct}, or what a schemaless converter
 * made (a {@code Map} of names to values, a bare value).
 *
 * @param schema the schema; empty for schemaless data
 * @param value the value; never null
 */
public record ConnectValue(Optional<Schema> schema, Object value) {
  public ConnectValue {
    requireNonNull(schema, "schema");
    requireNonNull(value, "value");
  }
}
