package io.frazil.connector.convert;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * PostgreSQL's infinite dates and timestamps. As numbers they come in the guise of days and times
 * that no database has: the driver's stand-ins, some of them wrapped around.
 */
enum Infinity {
  POSITIVE("infinity"),
  NEGATIVE("-infinity");

  static final String REASON = "it is infinite, or beyond what databases have";

  // The driver's stand-ins are 9223372036825200000 and -9223372036832400000 microseconds.
  private static final long FIRST_INFINITE_SECOND = 9_223_372_036_825L;
  private static final long LAST_INFINITE_SECOND = -9_223_372_036_833L;
  private static final int LAST_YEAR_OF_POSTGRESQL = 5_874_897;
  private static final int FIRST_YEAR = -9_999;

  // Days after 2000 in a whole int, plus those up to 2000, come out negative.
  private static final LocalDate WRAPPED_INFINITY = LocalDate.ofEpochDay(-2_147_472_692);

  private final String text;

  Infinity(String text) {
    this.text = text;
  }

  /** As PostgreSQL writes it. */
  String text() {
    return text;
  }

  /** The infinity that a text is, if it is one. */
  static Optional<Infinity> of(String text) {
    return switch (text) {
      case "infinity" -> Optional.of(POSITIVE);
      case "-infinity" -> Optional.of(NEGATIVE);
      default -> Optional.empty();
    };
  }

  /** The infinity that a date stands for, if it is one. */
  static Optional<Infinity> of(LocalDate date) {
    if (date.getYear() > LAST_YEAR_OF_POSTGRESQL || date.equals(WRAPPED_INFINITY)) {
      return Optional.of(POSITIVE);
    }
    return date.getYear() < FIRST_YEAR ? Optional.of(NEGATIVE) : Optional.empty();
  }

  /** The infinity that a timestamp stands for, if it is one. */
  static Optional<Infinity> of(LocalDateTime time) {
    long second = time.toEpochSecond(ZoneOffset.UTC);
    if (second >= FIRST_INFINITE_SECOND) {
      return Optional.of(POSITIVE);
    }
    return second <= LAST_INFINITE_SECOND ? Optional.of(NEGATIVE) : Optional.empty();
  }
}
