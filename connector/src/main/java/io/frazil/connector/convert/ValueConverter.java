package io.frazil.connector.convert;

import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Schema;

/** Turns the values of a field into those of a column: what Iceberg's generic writers take. */
interface ValueConverter {
  /**
   * The column's value; null in place of a special value that is to become one.
   *
   * @param value what Connect has, or what was read from it; never null
   * @throws ConversionException if the column cannot hold the value as it is
   */
  Object convert(Object value);

  /** The converter to use for values of a field with this schema. */
  default ValueConverter forSource(Schema source) {
    return this;
  }

  /** The same conversion of what is read from each value. */
  default ValueConverter after(UnaryOperator<Object> reading) {
    return value -> convert(reading.apply(value));
  }
}
