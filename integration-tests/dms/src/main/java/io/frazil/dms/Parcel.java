package io.frazil.dms;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A row of the table {@code depot.parcel}; what is empty is null there.
 *
 * @param id the primary key
 * @param weightKg with three digits behind the point, or fewer
 * @param shippedAt to the microsecond
 */
public record Parcel(
    long id,
    Optional<String> label,
    Optional<BigDecimal> weightKg,
    Optional<Boolean> fragile,
    Optional<Instant> shippedAt,
    Optional<String> note) {
  /** The name of the primary key's column. */
  public static final String KEY = "parcel_id";

  /** Checks the parts. */
  public Parcel {
    requireNonNull(label, "label");
    requireNonNull(weightKg, "weightKg");
    requireNonNull(fragile, "fragile");
    requireNonNull(shippedAt, "shippedAt");
    requireNonNull(note, "note");
  }

  /** The same with another primary key. */
  public Parcel withId(long other) {
    return new Parcel(other, label, weightKg, fragile, shippedAt, note);
  }

  /** The values by the names of their columns, in the order of the table. */
  public Map<String, Optional<Object>> columns() {
    Map<String, Optional<Object>> columns = new LinkedHashMap<>();
    columns.put(KEY, Optional.of(id));
    columns.put("label", label.map(value -> value));
    columns.put("weight_kg", weightKg.map(value -> value));
    columns.put("fragile", fragile.map(value -> value));
    columns.put("shipped_at", shippedAt.map(value -> value));
    columns.put("note", note.map(value -> value));
    return Collections.unmodifiableMap(columns);
  }
}
