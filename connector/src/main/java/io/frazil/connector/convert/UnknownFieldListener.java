package io.frazil.connector.convert;

/** Hears, once for each field, of a field that records have and the table lacks. */
@FunctionalInterface
public interface UnknownFieldListener {
  /**
   * The table lacks this field.
   *
   * @param path the field's name, below a struct with the names of its parents, joined by dots
   */
  void unknownField(String path);
}
