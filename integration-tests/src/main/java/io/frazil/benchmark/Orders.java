package io.frazil.benchmark;

import io.frazil.cluster.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Invented orders: JSON of eight fields and about 150 bytes, numbered from 0, the same ones each
 * time. Only types that JSON has, so that no connector is ahead by its reading of dates.
 */
final class Orders {
  static final String KEY = "order_id";

  private static final int PARTITIONS = 2;
  private static final int BATCH = 20_000;
  private static final long SEED = 42;
  private static final List<String> NOTES =
      List.of("leave it at the door", "ring twice please", "gift wrapping wanted");

  private Orders() {}

  /** The table's columns, in the order of the fields. */
  static Schema schema() {
    return new Schema(
        NestedField.required(1, KEY, Types.LongType.get()),
        NestedField.optional(2, "customer_id", Types.LongType.get()),
        NestedField.optional(3, "product", Types.StringType.get()),
        NestedField.optional(4, "quantity", Types.LongType.get()),
        NestedField.optional(5, "price", Types.DoubleType.get()),
        NestedField.optional(6, "paid", Types.BooleanType.get()),
        NestedField.optional(7, "placed_at", Types.StringType.get()),
        NestedField.optional(8, "note", Types.StringType.get()));
  }

  /** Fills a new topic. */
  static void load(Topics topics, String topic, long count) {
    topics.create(topic, PARTITIONS);
    Random random = new Random(SEED);
    for (long first = 0; first < count; first += BATCH) {
      List<ProducerRecord<String, String>> batch =
          LongStream.range(first, Math.min(count, first + BATCH))
              .mapToObj(id -> order(topic, id, random))
              .toList();
      topics.send(batch);
    }
  }

  private static ProducerRecord<String, String> order(String topic, long id, Random random) {
    String json =
        String.format(
            Locale.ROOT,
            "{\"order_id\":%d,\"customer_id\":%d,\"product\":\"P-%05d\",\"quantity\":%d,\"price\":%d.%02d,\"paid\":%b,\"placed_at\":\"2026-01-%02dT%02d:%02d:%02dZ\",\"note\":\"%s\"}",
            id,
            random.nextInt(1_000_000),
            random.nextInt(10_000),
            1 + random.nextInt(9),
            random.nextInt(1_000),
            random.nextInt(100),
            random.nextBoolean(),
            1 + random.nextInt(31),
            random.nextInt(24),
            random.nextInt(60),
            random.nextInt(60),
            NOTES.get(random.nextInt(NOTES.size())));
    // Kafka's own word for "no key" is null.
    return new ProducerRecord<>(topic, (int) (id % PARTITIONS), null, json);
  }
}
