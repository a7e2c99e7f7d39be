package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;

/**
 * How a new table is partitioned, as a user writes it: terms separated by commas, each a column or
 * a transform of one, such as {@code category, days(ts), bucket(product_id, 16)}.
 *
 * @param terms the terms, in their order; none for an unpartitioned table
 */
public record PartitionBy(List<Term> terms) {
  private static final Pattern COMMA_OUTSIDE_PARENTHESES = Pattern.compile(",(?![^()]*\\))");
  private static final Pattern TRANSFORM = Pattern.compile("(\\w+)\\s*\\(([^()]*)\\)");
  private static final Pattern COLUMN = Pattern.compile("[^(),]+");
  private static final Pattern WIDTH = Pattern.compile("[0-9]{1,9}");
  private static final PartitionBy NOTHING = new PartitionBy(List.of());

  public PartitionBy {
    terms = List.copyOf(terms);
  }

  /** The transforms of the Iceberg specification, but for {@code void}, which nobody asks for. */
  public enum TransformKind {
    IDENTITY,
    YEAR,
    MONTH,
    DAY,
    HOUR,
    BUCKET,
    TRUNCATE;

    private boolean takesWidth() {
      return this == BUCKET || this == TRUNCATE;
    }

    private static TransformKind named(String name, String term) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "identity" -> IDENTITY;
        case "year", "years" -> YEAR;
        case "month", "months" -> MONTH;
        case "day", "days" -> DAY;
        case "hour", "hours" -> HOUR;
        case "bucket" -> BUCKET;
        case "truncate" -> TRUNCATE;
        default ->
            throw refused(
                term,
                "there is no transform '"
                    + name
                    + "'. Use one of identity, year, month, day, hour, bucket, truncate.");
      };
    }
  }

  /**
   * One partition field.
   *
   * @param kind the transform
   * @param column the source column; dots lead into structs
   * @param width the number of buckets, or the width to truncate to
   */
  public record Term(TransformKind kind, String column, OptionalInt width) {
    public Term {
      requireNonNull(kind, "kind");
      requireNonNull(column, "column");
      if (kind.takesWidth() != width.isPresent()) {
        throw new IllegalArgumentException("Cannot make " + kind + " with width " + width);
      }
    }
  }

  /** No partitions. */
  public static PartitionBy nothing() {
    return NOTHING;
  }

  /**
   * Reads the terms; blank text means no partitions.
   *
   * @throws IllegalArgumentException if a term cannot be read
   */
  public static PartitionBy parse(String text) {
    if (text.isBlank()) {
      return NOTHING;
    }
    return new PartitionBy(
        COMMA_OUTSIDE_PARENTHESES
            .splitAsStream(text)
            .map(String::strip)
            .map(PartitionBy::parseTerm)
            .toList());
  }

  /**
   * The partition spec for a table of this schema.
   *
   * @throws IllegalArgumentException if a column is unknown or does not fit its transform, or two
   *     terms make the same field
   */
  public PartitionSpec toSpec(Schema schema) {
    terms.forEach(term -> requireColumn(schema, term.column()));
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    try {
      terms.forEach(term -> add(builder, term));
      return builder.build();
    } catch (ValidationException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot partition by " + describe() + ": " + e.getMessage(), e);
    }
  }

  private String describe() {
    return terms.stream()
        .map(
            term ->
                term.kind().name().toLowerCase(Locale.ROOT)
                    + Stream.concat(
                            Stream.of(term.column()),
                            term.width().stream().mapToObj(Integer::toString))
                        .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.joining(", "));
  }

  private static void requireColumn(Schema schema, String column) {
    if (schema.findField(column) == null) {
      throw new IllegalArgumentException(
          "Cannot partition by column '"
              + column
              + "': the table has no such column. It has: "
              + schema.columns().stream()
                  .map(Types.NestedField::name)
                  .collect(Collectors.joining(", ")));
    }
  }

  private static void add(PartitionSpec.Builder builder, Term term) {
    switch (term.kind()) {
      case IDENTITY -> builder.identity(term.column());
      case YEAR -> builder.year(term.column());
      case MONTH -> builder.month(term.column());
      case DAY -> builder.day(term.column());
      case HOUR -> builder.hour(term.column());
      case BUCKET -> builder.bucket(term.column(), term.width().orElseThrow());
      case TRUNCATE -> builder.truncate(term.column(), term.width().orElseThrow());
    }
  }

  private static Term parseTerm(String text) {
    Matcher transform = TRANSFORM.matcher(text);
    if (transform.matches()) {
      TransformKind kind = TransformKind.named(transform.group(1), text);
      List<String> arguments =
          Pattern.compile(",").splitAsStream(transform.group(2)).map(String::strip).toList();
      return kind.takesWidth()
          ? parseWithWidth(kind, arguments, text)
          : parseWithoutWidth(kind, arguments, text);
    }
    if (!COLUMN.matcher(text).matches()) {
      throw refused(text, "it is neither a column nor a transform of one.");
    }
    return new Term(TransformKind.IDENTITY, text, OptionalInt.empty());
  }

  private static Term parseWithoutWidth(TransformKind kind, List<String> arguments, String text) {
    if (arguments.size() != 1 || arguments.get(0).isEmpty()) {
      throw refused(text, "the transform takes one column.");
    }
    return new Term(kind, arguments.get(0), OptionalInt.empty());
  }

  // Iceberg's own order is (column, width), Spark's (width, column). A number first is a width,
  // unless the second is a number too: then the column's name is one.
  private static Term parseWithWidth(TransformKind kind, List<String> arguments, String text) {
    if (arguments.size() == 2) {
      List<String> columnAndWidth = new ArrayList<>(arguments);
      if (!WIDTH.matcher(arguments.get(1)).matches()) {
        columnAndWidth = List.of(arguments.get(1), arguments.get(0));
      }
      String column = columnAndWidth.get(0);
      String width = columnAndWidth.get(1);
      if (!column.isEmpty() && WIDTH.matcher(width).matches() && Integer.parseInt(width) > 0) {
        return new Term(kind, column, OptionalInt.of(Integer.parseInt(width)));
      }
    }
    throw refused(text, "the transform takes a column and a positive whole number.");
  }

  private static IllegalArgumentException refused(String term, String reason) {
    return new IllegalArgumentException("Cannot partition by '" + term + "': " + reason);
  }
}
