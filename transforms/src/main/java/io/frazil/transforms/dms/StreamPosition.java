package io.frazil.transforms.dms;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in a source's log, in a form that sorts as text where that is possible.
 *
 * <table>
 * <caption>What DMS sends, by source</caption>
 * <tr><th>source</th><th>form</th><th>becomes</th></tr>
 * <tr><td>PostgreSQL</td><td>{@code 00000002/7C007178.3.00000002/7C007178}</td><td>both halves of an LSN with 8 digits, the number padded</td></tr>
 * <tr><td>MySQL, MariaDB</td><td>{@code mysql-bin-changelog.000003:6195:-1:6220:…}</td><td>numbers padded</td></tr>
 * <tr><td>any</td><td>numbers and what stands between them</td><td>numbers padded</td></tr>
 * <tr><td>SQL Server</td><td>{@code 0000002A:000013F0:0003}</td><td>the same: all have one length</td></tr>
 * <tr><td>any</td><td>anything else</td><td>the same, which sorts only if all have one length</td></tr>
 * </table>
 */
final class StreamPosition {
  private static final int NUMBER_DIGITS = 20;
  private static final int LSN_DIGITS = 8;
  private static final Pattern FIXED =
      Pattern.compile("\\p{XDigit}{8}:\\p{XDigit}{8}:\\p{XDigit}{4}");
  private static final Pattern PART =
      Pattern.compile(
          "(\\p{XDigit}{1,8})/(\\p{XDigit}{1,8})(?!\\p{Alnum})"
              + "|(\\d{1,20})(?!\\p{Alnum})"
              + "|(?<!\\p{Alnum})\\p{Alpha}[\\w-]*\\.(?=\\d)"
              + "|[^\\p{Alnum}]");

  private StreamPosition() {}

  /** The form that sorts. */
  static String sortable(String position) {
    if (FIXED.matcher(position).matches()) {
      return position;
    }
    StringBuilder sortable = new StringBuilder();
    Matcher part = PART.matcher(position);
    int end = 0;
    while (end < position.length() && part.find(end) && part.start() == end) {
      if (part.group(1) != null) {
        sortable
            .append(padded(part.group(1), LSN_DIGITS))
            .append('/')
            .append(padded(part.group(2), LSN_DIGITS));
      } else if (part.group(3) != null) {
        sortable.append(padded(part.group(3), NUMBER_DIGITS));
      } else {
        sortable.append(part.group());
      }
      end = part.end();
    }
    return end == position.length() ? sortable.toString() : position;
  }

  /** A number that is not negative, in a form that sorts. */
  static String sortable(long number) {
    return padded(Long.toString(number), NUMBER_DIGITS);
  }

  private static String padded(String digits, int length) {
    return "0".repeat(Math.max(0, length - digits.length())) + digits;
  }
}
