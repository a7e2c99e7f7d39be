package io.frazil.connector.convert;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Dates and times in the ISO 8601 forms that sources write: {@code 2022-03-01} or, with a sign, a
 * year of four to nine digits; {@code 09:00[:00[.123456789]]}; and both joined by a T or a blank,
 * followed by no zone, {@code Z} or an offset. Read by hand, since {@code DateTimeFormatter} takes
 * ten times as long and every record comes by here. Digits beyond nanoseconds must be zeros.
 */
final class IsoText {
  /** A date and time, and the offset if the text has one. */
  record DateTime(LocalDateTime local, Optional<ZoneOffset> offset) {}

  static final String ZERO_DATE = "it is MySQL's date of zeros";

  private static final int NANO_DIGITS = 9;
  private static final int YEAR_DIGITS = 4;
  private static final int MAX_YEAR_DIGITS = 9;
  private static final int MAX_HOUR_DIGITS = 3;
  private static final int MONTH_AND_DAY_LENGTH = 6;

  private IsoText() {}

  /** The date that the whole text is, but for a Z at its end; empty if it is none. */
  static Optional<LocalDate> date(String text) {
    try {
      int end = endOfDate(text);
      require(end == endWithoutZ(text));
      return Optional.of(date(text, end));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The time since midnight that the whole text is, but for a Z at its end; empty if it is none. It
   * may have a minus, or up to three digits of hours, as MySQL's and PostgreSQL's 24:00.
   */
  static Optional<Duration> time(String text) {
    try {
      int start = text.startsWith("-") ? 1 : 0;
      int hoursEnd = text.indexOf(':');
      require(hoursEnd >= start + 2 && hoursEnd <= start + MAX_HOUR_DIGITS);
      Duration time =
          Duration.ofHours(number(text, start, hoursEnd))
              .plusNanos(withinHour(text, hoursEnd, endWithoutZ(text)).toNanoOfDay());
      return Optional.of(start == 0 ? time : time.negated());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The date and time that the whole text is; empty if it is none. */
  static Optional<DateTime> dateTime(String text) {
    try {
      int endOfDate = endOfDate(text);
      require(text.length() > endOfDate && "Tt ".indexOf(text.charAt(endOfDate)) >= 0);
      int start = endOfDate + 1;
      int end = endOfTime(text, start);
      require(end >= start + 2);
      LocalTime time = withinHour(text, start + 2, end).withHour(number(text, start, start + 2));
      LocalDateTime local = LocalDateTime.of(date(text, endOfDate), time);
      return Optional.of(new DateTime(local, offset(text.substring(end).strip())));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Whether the text is MySQL's date of zeros, with or without a time. */
  static boolean isZeroDate(String text) {
    return text.startsWith("0000-00-00");
  }

  /** The text of a point on the calendar. */
  static String of(LocalDateTime time) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
  }

  /** The text of a time since midnight, with as many digits of hours as it takes, but two. */
  static String of(Duration time) {
    Duration size = time.abs();
    LocalTime withinHour = LocalTime.ofNanoOfDay(size.minusHours(size.toHours()).toNanos());
    return "%s%02d%s"
        .formatted(
            time.isNegative() ? "-" : "",
            size.toHours(),
            DateTimeFormatter.ISO_LOCAL_TIME.format(withinHour).substring(2));
  }

  private static int endOfDate(String text) {
    return text.indexOf('-', 1) + MONTH_AND_DAY_LENGTH;
  }

  private static LocalDate date(String text, int end) {
    int yearEnd = end - MONTH_AND_DAY_LENGTH;
    require(yearEnd > 0 && text.length() >= end);
    expect(text, yearEnd + 3, '-');
    return LocalDate.of(
        year(text, yearEnd),
        number(text, yearEnd + 1, yearEnd + 3),
        number(text, yearEnd + 4, end));
  }

  private static int year(String text, int end) {
    char sign = text.charAt(0);
    if (sign != '+' && sign != '-') {
      require(end == YEAR_DIGITS);
      return number(text, 0, end);
    }
    require(end > YEAR_DIGITS && end <= 1 + MAX_YEAR_DIGITS);
    return sign == '-' ? -number(text, 1, end) : number(text, 1, end);
  }

  /** What follows the hour. */
  private static LocalTime withinHour(String text, int start, int end) {
    require(end - start >= 3);
    expect(text, start, ':');
    int minute = number(text, start + 1, start + 3);
    if (end == start + 3) {
      return LocalTime.of(0, minute);
    }
    require(end - start >= 6);
    expect(text, start + 3, ':');
    int second = number(text, start + 4, start + 6);
    return LocalTime.of(0, minute, second, nanos(text, start + 6, end));
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

  private static int endWithoutZ(String text) {
    return text.endsWith("Z") ? text.length() - 1 : text.length();
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
