package io.frazil.connector.convert;

/**
 * Hears of fields that records have and the table lacks: once for each field, if not said
 * otherwise.
 */
@FunctionalInterface
public interface UnknownFieldListener {
  /**
   * The table lacks this field.
   *
   * @param path the field's name, below a struct with the names of its parents, joined by dots
   */
  void unknownField(String path);

  /** A value of a schemaless record, for such a field, is being left out. */
  default void valueLeftOut() {}
}
