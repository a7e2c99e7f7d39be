package io.frazil.connector.write;

import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.key.OrderingColumns;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Makes random changes, and holds in maps what they should lead to. */
final class UpsertModel {
  private static final Comparator<String> NULL_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());
  private static final Comparator<Version> AGE =
      Comparator.comparing(Version::amount, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(Version::category, NULL_FIRST);

  private final SplittableRandom random;
  private final Schema schema;
  private final KeyColumns key;
  private final Optional<OrderingColumns> ordering;
  private final Map<Integer, List<Object>> rows = new HashMap<>();
  // Ordering values count within a delta only.
  private final Map<Integer, Version> versions = new HashMap<>();
  private long late;

  UpsertModel(
      SplittableRandom random, Schema schema, KeyColumns key, Optional<OrderingColumns> ordering) {
    this.random = random;
    this.schema = schema;
    this.key = key;
    this.ordering = ordering;
  }

  void beginDelta() {
    versions.clear();
    late = 0;
  }

  long late() {
    return late;
  }

  Collection<List<Object>> rows() {
    return rows.values();
  }

  /** Changes the row of the key of this number, here and there. */
  void change(UpsertDeltaWriter writer, int number, List<Object> keyValues) {
    Version version =
        new Version(
            random.nextInt(8) == 0 ? null : random.nextInt(20),
            random.nextInt(8) == 0 ? null : "category-" + random.nextInt(3));
    List<Object> values = new ArrayList<>();
    values.add(version.category());
    values.addAll(keyValues);
    values.add(version.amount());
    Record row = TestTables.row(schema, values.toArray());
    switch (random.nextInt(6)) {
      case 0 -> {
        writer.delete(key.keyOf(row));
        rows.remove(number);
        versions.remove(number);
      }
      case 1 -> {
        writer.delete(key.keyOf(row), ordering.map(o -> o.valuesOf(row)).orElse(row));
        if (version.amount() == null && version.category() == null) {
          // It does not say when it happened.
          rows.remove(number);
          versions.remove(number);
        } else if (applies(number, version)) {
          rows.remove(number);
        }
      }
      default -> {
        writer.upsert(key.keyOf(row), row);
        if (applies(number, version)) {
          rows.put(number, values);
        }
      }
    }
  }

  private boolean applies(int number, Version version) {
    if (ordering.isEmpty()) {
      return true;
    }
    Version known = versions.get(number);
    if (known != null && AGE.compare(version, known) < 0) {
      late++;
      return false;
    }
    versions.put(number, version);
    return true;
  }

  private record Version(Integer amount, String category) {}
}
