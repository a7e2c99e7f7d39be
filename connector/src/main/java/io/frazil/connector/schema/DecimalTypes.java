package io.frazil.connector.schema;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The types of decimals: text where there are more digits than Iceberg's decimals have. */
final class DecimalTypes {
  static final int MAX_PRECISION = 38;

  private DecimalTypes() {}

  /**
   * The type that holds all decimals of this precision and scale, also where the scale is negative
   * or beyond the precision.
   */
  static Type holding(int precision, int scale) {
    long wholeDigits = Math.max((long) precision - scale, 0);
    int decimalPlaces = Math.max(scale, 0);
    return wholeDigits + decimalPlaces > MAX_PRECISION
        ? Types.StringType.get()
        : Types.DecimalType.of((int) wholeDigits + decimalPlaces, decimalPlaces);
  }

  /** The type of most digits with this scale. */
  static Type widest(int scale) {
    return scale > MAX_PRECISION
        ? Types.StringType.get()
        : Types.DecimalType.of(MAX_PRECISION, Math.max(scale, 0));
  }
}
