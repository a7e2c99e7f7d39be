package io.frazil.connector.convert;

import org.apache.iceberg.types.Type;

/** Tells which columns can hold a value. */
public final class Fit {
  private Fit() {}

  /**
   * Whether a column of this type can hold the value as it is.
   *
   * @param value what Connect has; never null
   */
  public static boolean fits(Type.PrimitiveType type, Object value) {
    try {
      new ValueConverters(NameMatching.EXACT, path -> {}, SpecialValues.FAIL)
          .of(type, "")
          .convert(value);
      return true;
    } catch (ConversionException e) {
      return false;
    }
  }
}
