package io.frazil.transforms.debezium;

import static java.util.Objects.requireNonNull;

import io.frazil.transforms.record.Fields;
import io.frazil.transforms.record.NamedValues;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * The facts that ExtractNewRecordState adds to a row, by its options {@code add.fields} and {@code
 * add.headers}: in fields or headers with the prefix {@code __}, and {@code __source_} where the
 * user wrote {@code source.} before the name.
 */
final class FlatFacts implements NamedValues {
  static final String DELETED = "deleted";
  static final String TRANSACTION_ORDER = "transaction_total_order";
  private static final String PREFIX = "__";
  private static final String SOURCE_PREFIX = "__source_";
  private static final Set<String> TIMES = Set.of("ts_ms", "ts_us");
  private static final Set<String> WHOLE_NUMBERS =
      Stream.of("lsn", "pos", "ts_ms", "ts_us", TRANSACTION_ORDER)
          .flatMap(fact -> Stream.of(PREFIX + fact, SOURCE_PREFIX + fact))
          .collect(Collectors.toUnmodifiableSet());
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");

  /** The fields that are told by the envelope, and so are no columns of the row any more. */
  static final Set<String> FIELDS =
      Stream.concat(
              Stream.of("db", "schema", "table", "collection", "lsn", "sequence", "file", "pos")
                  .flatMap(fact -> Stream.of(PREFIX + fact, SOURCE_PREFIX + fact)),
              Stream.of(
                  PREFIX + Operations.FIELD,
                  PREFIX + DELETED,
                  PREFIX + TRANSACTION_ORDER,
                  SOURCE_PREFIX + "ts_ms",
                  SOURCE_PREFIX + "ts_us"))
          .collect(Collectors.toUnmodifiableSet());

  private final Fields row;
  private final Headers headers;

  FlatFacts(Fields row, Headers headers) {
    this.row = requireNonNull(row, "row");
    this.headers = requireNonNull(headers, "headers");
  }

  /** Whether the row tells what happened to it. */
  static boolean areIn(Fields row, Headers headers) {
    return row.has(PREFIX + DELETED)
        || row.has(PREFIX + Operations.FIELD)
        || headers.lastWithName(PREFIX + Operations.FIELD) != null;
  }

  /** The connector's own clock, by which times without {@code __source_} are. */
  NamedValues connector() {
    return new NamedValues() {
      @Override
      public Optional<Object> get(String name) {
        return value(PREFIX + name);
      }

      @Override
      public String path(String name) {
        return PREFIX + name;
      }
    };
  }

  @Override
  public Optional<Object> get(String name) {
    return value(path(name));
  }

  @Override
  public String path(String name) {
    String ofSource = SOURCE_PREFIX + name;
    return TIMES.contains(name) || value(ofSource).isPresent() ? ofSource : PREFIX + name;
  }

  private Optional<Object> value(String name) {
    return row.get(name).or(() -> header(name));
  }

  /** Header converters write numbers as text, and read some text as numbers. */
  private Optional<Object> header(String name) {
    return Optional.ofNullable(headers.lastWithName(name))
        .map(Header::value)
        .map(
            value ->
                WHOLE_NUMBERS.contains(name) && INTEGER.matcher(value.toString()).matches()
                    ? Long.valueOf(value.toString())
                    : value.toString());
  }
}
