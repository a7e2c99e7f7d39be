package io.frazil.benchmark.deletes;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/**
 * Invented orders of nine columns, the same ones each time. Their ids are random numbers that never
 * occur twice, so that neither order nor bounds of a file help to find one.
 */
final class Orders {
  static final String KEY = "order_id";
  static final Schema SCHEMA =
      new Schema(
          NestedField.required(1, KEY, Types.LongType.get()),
          NestedField.optional(2, "customer_id", Types.LongType.get()),
          NestedField.optional(3, "product", Types.StringType.get()),
          NestedField.optional(4, "quantity", Types.IntegerType.get()),
          NestedField.optional(5, "price", Types.DoubleType.get()),
          NestedField.optional(6, "paid", Types.BooleanType.get()),
          NestedField.optional(7, "placed_at", Types.TimestampType.withZone()),
          NestedField.optional(8, "note", Types.StringType.get()),
          NestedField.optional(9, "revision", Types.IntegerType.get()));

  private static final List<String> NOTES =
      List.of("leave it at the door", "ring twice please", "gift wrapping wanted");
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final long YEAR_MICROS = 365L * 24 * 60 * 60 * 1_000_000;
  private static final GenericRecord EMPTY = GenericRecord.create(SCHEMA);

  private Orders() {}

  /** The id of the order of this number. */
  static long id(int number) {
    // An odd factor and shifts can be undone: different numbers have different ids.
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }

  /**
   * An order as it is after the commit of this number.
   *
   * @param revision 0 for the table's first rows
   */
  static Record row(int number, int revision) {
    long id = id(number);
    SplittableRandom random = new SplittableRandom(id + revision);
    Record row = EMPTY.copy();
    row.set(0, id);
    row.set(1, (long) random.nextInt(1_000_000));
    row.set(2, "P-" + random.nextInt(10_000));
    row.set(3, 1 + random.nextInt(9));
    row.set(4, random.nextDouble() * 1000);
    row.set(5, random.nextBoolean());
    row.set(6, FIRST_DAY.plusNanos(random.nextLong(YEAR_MICROS) * 1000).atOffset(ZoneOffset.UTC));
    row.set(7, NOTES.get(random.nextInt(NOTES.size())));
    row.set(8, revision);
    return row;
  }
}
