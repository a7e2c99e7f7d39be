package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What the transform has made of a message.
 *
 * @param row without the facts about the change
 */
record Envelope(
    Object operation,
    Object key,
    Map<?, ?> row,
    Optional<Map<?, ?>> before,
    Optional<String> position) {
  private static final String FACTS = "_cdc";

  Envelope {
    requireNonNull(operation, "operation");
    requireNonNull(key, "key");
    requireNonNull(row, "row");
    requireNonNull(before, "before");
    requireNonNull(position, "position");
  }

  /** Of a change as the transform has made it; empty if that tells of no row. */
  static Optional<Envelope> of(SinkRecord change) {
    if (change.value() == null && change.key() == null) {
      return Optional.empty();
    }
    Map<?, ?> row = (Map<?, ?>) change.value();
    Map<?, ?> facts = (Map<?, ?>) row.remove(FACTS);
    return Optional.of(
        new Envelope(
            facts.get("op"),
            change.key(),
            row,
            Optional.ofNullable((Map<?, ?>) facts.get("before")),
            Optional.ofNullable((String) facts.get("position"))));
  }

  /** The key of the row, after the change. */
  Object rowKey() {
    return row.get(Parcel.KEY);
  }

  /** The key that the row had before, if it was another. */
  Optional<Object> formerKey() {
    return before
        .<Object>map(image -> image.get(Parcel.KEY))
        .filter(former -> !former.equals(rowKey()));
  }

  boolean isDelete() {
    return operation.equals("D");
  }
}
