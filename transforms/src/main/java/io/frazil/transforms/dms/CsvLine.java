package io.frazil.transforms.dms;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/**
 * Splits a line of CSV into its fields, by RFC 4180: a field in quotes may hold delimiters, and
 * quotes that are doubled. Quotes inside a field that does not begin with one stand for themselves.
 */
final class CsvLine {
  private static final char QUOTE = '"';

  private final String line;
  private final char delimiter;
  private int position = 0;

  private CsvLine(String line, char delimiter) {
    this.line = line;
    this.delimiter = delimiter;
  }

  /**
   * The fields of a line, at least one.
   *
   * @throws DataException that names the place in the line, but nothing of what it holds
   */
  static List<Field> fields(String line, char delimiter) {
    CsvLine reader = new CsvLine(line, delimiter);
    List<Field> fields = new ArrayList<>();
    fields.add(reader.nextField());
    while (reader.position < line.length()) {
      reader.position++;
      fields.add(reader.nextField());
    }
    return fields;
  }

  /** Reads a field, up to the delimiter behind it or the line's end. */
  private Field nextField() {
    return position < line.length() && line.charAt(position) == QUOTE ? quoted() : plain();
  }

  private Field plain() {
    int found = line.indexOf(delimiter, position);
    int end = found < 0 ? line.length() : found;
    Field field = new Field(line.substring(position, end), Quoting.PLAIN);
    position = end;
    return field;
  }

  private Field quoted() {
    int opened = position;
    StringBuilder text = new StringBuilder();
    position++;
    while (true) {
      int quote = line.indexOf(QUOTE, position);
      if (quote < 0) {
        throw new DataException(
            "the quotes opened at character "
                + (opened + 1)
                + " are not closed; a field with a line break must come as one record");
      }
      text.append(line, position, quote);
      position = quote + 1;
      if (position < line.length() && line.charAt(position) == QUOTE) {
        text.append(QUOTE);
        position++;
      } else {
        break;
      }
    }
    if (position < line.length() && line.charAt(position) != delimiter) {
      throw new DataException(
          "the quotes closed at character " + position + " are not followed by a delimiter");
    }
    return new Field(text.toString(), Quoting.QUOTED);
  }

  /**
   * A field of a line.
   *
   * @param text what it holds, without the quotes around it
   * @param quoting whether there were any
   */
  record Field(String text, Quoting quoting) {}

  /** Whether a field stood in quotes, in which case its text is never taken for a null. */
  enum Quoting {
    PLAIN,
    QUOTED
  }
}
