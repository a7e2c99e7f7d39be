package io.frazil.connector.convert;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Dates and times in the ISO 8601 forms that sources write: {@code 2022-03-01}, {@code
 * 09:00[:00[.123456789]]}, and both joined by a T or a blank, followed by no zone, {@code Z} or an
 * offset. Read by hand, since {@code DateTimeFormatter} takes ten times as long and every record
 * comes by here. Digits beyond nanoseconds must be zeros.
 */
final class IsoText {
  /** A date and time, and the offset if the text has one. */
  record DateTime(LocalDateTime local, Optional<ZoneOffset> offset) {}

  private static final int DATE_LENGTH = 10;
  private static final int NANO_DIGITS = 9;

  private IsoText() {}

  /** The date that the whole text is; empty if it is none. */
  static Optional<LocalDate> date(String text) {
    try {
      return text.length() == DATE_LENGTH ? Optional.of(dateAtStart(text)) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The time of day that the whole text is; empty if it is none. */
  static Optional<LocalTime> time(String text) {
    try {
      return Optional.of(time(text, 0, text.length()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The date and time that the whole text is; empty if it is none. */
  static Optional<DateTime> dateTime(String text) {
    try {
      if (text.length() <= DATE_LENGTH || "Tt ".indexOf(text.charAt(DATE_LENGTH)) < 0) {
        return Optional.empty();
      }
      int start = DATE_LENGTH + 1;
      int end = endOfTime(text, start);
      LocalDateTime local = LocalDateTime.of(dateAtStart(text), time(text, start, end));
      return Optional.of(new DateTime(local, offset(text.substring(end).strip())));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalDate dateAtStart(String text) {
    expect(text, 4, '-');
    expect(text, 7, '-');
    return LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, DATE_LENGTH));
  }

  private static LocalTime time(String text, int start, int end) {
    require(end - start >= 5);
    expect(text, start + 2, ':');
    int hour = number(text, start, start + 2);
    int minute = number(text, start + 3, start + 5);
    if (end == start + 5) {
      return LocalTime.of(hour, minute);
    }
    require(end - start >= 8);
    expect(text, start + 5, ':');
    int second = number(text, start + 6, start + 8);
    return LocalTime.of(hour, minute, second, nanos(text, start + 8, end));
  }

  private static int nanos(String text, int start, int end) {
    if (start == end) {
      return 0;
    }
    expect(text, start, '.');
    require(end > start + 1);
    int digitsEnd = Math.min(end, start + 1 + NANO_DIGITS);
    int nanos = number(text, start + 1, digitsEnd);
    for (int digit = digitsEnd - start - 1; digit < NANO_DIGITS; digit++) {
      nanos *= 10;
    }
    for (int i = digitsEnd; i < end; i++) {
      expect(text, i, '0');
    }
    return nanos;
  }

  private static Optional<ZoneOffset> offset(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of("z".equals(text) ? ZoneOffset.UTC : ZoneOffset.of(text));
  }

  private static int endOfTime(String text, int start) {
    int end = start;
    while (end < text.length()
        && (isDigit(text.charAt(end)) || ":.".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  private static int number(String text, int start, int end) {
    int number = 0;
    for (int i = start; i < end; i++) {
      require(isDigit(text.charAt(i)));
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  private static void expect(String text, int index, char character) {
    require(index < text.length() && text.charAt(index) == character);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new DateTimeException("not an ISO 8601 text");
    }
  }
}
