package io.frazil.connector.convert;

import java.math.BigDecimal;
import java.util.Optional;

/** A number written as text. */
final class NumericText {
  private NumericText() {}

  /** The number that the whole text is; empty if it is none. */
  static Optional<BigDecimal> parse(String text) {
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
