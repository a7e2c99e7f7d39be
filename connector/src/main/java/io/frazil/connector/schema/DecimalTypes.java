package io.frazil.connector.schema;

import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.DataException;

/** Decimal types that exist. */
final class DecimalTypes {
  static final int MAX_PRECISION = 38;

  private DecimalTypes() {}

  /**
   * The decimal type of this precision and scale.
   *
   * @throws DataException if there is none
   */
  static Types.DecimalType of(int precision, int scale, String path) {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new DataException(
          "Cannot create column '%s': decimal(%d,%d) is no type, since Iceberg's decimals have up to %d digits, 0 or more of them decimal places. Create the table with a type that fits."
              .formatted(path, precision, scale, MAX_PRECISION));
    }
    return Types.DecimalType.of(precision, scale);
  }
}
