package io.frazil.transforms.debezium;

import io.frazil.transforms.envelope.SourceTable;
import io.frazil.transforms.record.NamedValues;
import java.time.Instant;
import java.util.Optional;

/** What Debezium tells about a change's place in its source, in a {@code source} block or flat. */
final class SourceFacts {
  private static final int MICROS_OF_A_MILLI = 1000;

  private SourceFacts() {}

  /** The time by the clock of what holds it: of the source, or of the connector; cut to millis. */
  static Optional<Instant> time(NamedValues holder) {
    return holder
        .integer("ts_us")
        .map(micros -> Math.floorDiv(micros, MICROS_OF_A_MILLI))
        .or(() -> holder.integer("ts_ms"))
        .map(Instant::ofEpochMilli);
  }

  /** The table, if it is named. */
  static Optional<SourceTable> table(NamedValues source) {
    return named(source, "table")
        .or(() -> named(source, "collection"))
        .map(table -> new SourceTable(source.text("db"), source.text("schema"), table));
  }

  private static Optional<String> named(NamedValues source, String field) {
    return source.text(field).filter(name -> !name.isBlank());
  }
}
