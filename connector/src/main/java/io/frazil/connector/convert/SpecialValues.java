package io.frazil.connector.convert;

import org.apache.iceberg.types.Type;

/**
 * What becomes of a special value: one that the source's type has and the column's lacks, such as
 * infinity as a timestamp, 24:00 as a time of day, or MySQL's day 0000-00-00.
 */
public enum SpecialValues {
  /** It is an error of the record. */
  FAIL {
    @Override
    Object replace(Object value, Type target, String kind) {
      throw ConversionException.of(
          value,
          target,
          kind
              + ". Make the column a string, or a long where the source sends numbers, or set"
              + " iceberg.tables.special-values to null");
    }
  },
  /** It becomes null. */
  NULL {
    @Override
    Object replace(Object value, Type target, String kind) {
      return null;
    }
  };

  /**
   * What the column gets instead of the value; null for none.
   *
   * @param kind what is special about it, as a reason in a message
   * @throws ConversionException if it is an error
   */
  abstract Object replace(Object value, Type target, String kind);
}
