package io.frazil.transforms.debezium;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.record.NamedValues;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a change stood in its source's log, as text that sorts like the log: three numbers with
 * leading zeros, 20, 20 and 10 digits, colons between them.
 *
 * <table>
 * <caption>The numbers</caption>
 * <tr><th></th><th>first</th><th>second</th><th>third</th></tr>
 * <tr><td>PostgreSQL</td><td>end of the last transaction committed before, from {@code source.sequence}; the second where that is not told</td><td>LSN of the change</td><td>{@link Order}</td></tr>
 * <tr><td>MySQL, MariaDB</td><td>number of the log's file</td><td>{@code source.pos}</td><td>{@link Order}</td></tr>
 * </table>
 *
 * <p>PostgreSQL sends transactions in the order of their commits, while their changes lie mixed in
 * the log: so the LSN alone would not sort. A snapshot tells no commit before it; its LSN is then
 * the better first number than zero, because a snapshot that is taken anew must come after all that
 * was streamed before.
 *
 * <p>MySQL's {@code source.pos} is where the transaction begins, and {@code source.row} begins anew
 * with each event in it: so the row does not sort, and the order in the transaction takes its
 * place. Where that is not told, all changes of a transaction have one position.
 */
final class LogPosition {
  private static final int DIGITS = 20;
  private static final int ORDER_DIGITS = 10;
  private static final Pattern SEQUENCE =
      Pattern.compile(
          "\\s*\\[\\s*(?:null|\"(\\d{1,20})\")\\s*,\\s*(?:null|\"(\\d{1,20})\")\\s*]\\s*");
  private static final Pattern FILE_NUMBER = Pattern.compile("(?<!\\d)(\\d{1,20})$");

  private LogPosition() {}

  /** The position; empty for a source that tells neither LSN nor file. */
  static Optional<String> of(NamedValues source, Order order) {
    Optional<String> lsn = digits(source, "lsn");
    Optional<String> sequence = source.text("sequence");
    if (lsn.isPresent() || sequence.isPresent()) {
      return Optional.of(
          sequence.isPresent()
              ? inSequence(source, sequence.get(), lsn, order)
              : text(lsn.get(), lsn.get(), order));
    }
    return source
        .text("file")
        .filter(file -> !file.isBlank())
        .map(file -> inFile(source, file, order));
  }

  private static String inSequence(
      NamedValues source, String sequence, Optional<String> lsn, Order order) {
    Matcher numbers = SEQUENCE.matcher(sequence);
    if (!numbers.matches()) {
      throw source.wrong("sequence", "is not of the form [\"commit LSN\",\"LSN\"]");
    }
    String own =
        Optional.ofNullable(numbers.group(2))
            .or(() -> lsn)
            .orElseThrow(() -> source.wrong("sequence", "has no LSN"));
    return text(Optional.ofNullable(numbers.group(1)).orElse(own), own, order);
  }

  private static String inFile(NamedValues source, String file, Order order) {
    Matcher number = FILE_NUMBER.matcher(file);
    if (!number.find()) {
      throw source.wrong("file", "does not end with a number");
    }
    return text(
        number.group(1),
        digits(source, "pos").orElseThrow(() -> source.wrong("pos", "is missing beside a file")),
        order);
  }

  private static Optional<String> digits(NamedValues source, String field) {
    return source
        .integer(field)
        .map(
            number -> {
              if (number < 0) {
                throw source.wrong(field, "is negative");
              }
              return number.toString();
            });
  }

  private static String text(String first, String second, Order order) {
    return padded(first, DIGITS)
        + ":"
        + padded(second, DIGITS)
        + ":"
        + padded(Long.toString(order.number()), ORDER_DIGITS);
  }

  private static String padded(String digits, int length) {
    return "0".repeat(Math.max(0, length - digits.length())) + digits;
  }

  /**
   * Where a change stands among those of the same place in the log.
   *
   * @param number 0 for a row that a snapshot has read; its place in the transaction, where the
   *     connector has {@code provide.transaction.metadata}; 1 for any other
   */
  record Order(long number) {
    static final Order SNAPSHOT = new Order(0);
    private static final Order STREAMED = new Order(1);

    static Order of(Optional<Long> totalOrder) {
      requireNonNull(totalOrder, "totalOrder");
      return totalOrder.filter(number -> number > 0).map(Order::new).orElse(STREAMED);
    }
  }
}
