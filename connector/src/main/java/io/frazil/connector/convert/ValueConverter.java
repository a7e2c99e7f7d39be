package io.frazil.connector.convert;

import org.apache.kafka.connect.data.Schema;

/** Turns the values of a field into those of a column: what Iceberg's generic writers take. */
interface ValueConverter {
  /**
   * The column's value.
   *
   * @param value what Connect has; never null
   * @throws ConversionException if the column cannot hold the value as it is
   */
  Object convert(Object value);

  /** The converter to use for values of a field with this schema. */
  default ValueConverter forSource(Schema source) {
    return this;
  }
}
