package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.key.KeyColumns;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class SoughtKeysTest {

  @Test
  void aKeyThatComesAgainKeepsItsNumber() {
    SoughtKeys keys = keys(Types.StringType.get());

    assertThat(add(keys, "a")).isZero();
    assertThat(add(keys, "b")).isEqualTo(1);
    assertThat(add(keys, "a")).isZero();
    assertThat(keys.size()).isEqualTo(2);
  }

  @Test
  void aKeyWithANullIsRefused() {
    SoughtKeys keys = keys(Types.LongType.get());

    assertThatThrownBy(() -> add(keys, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot look for the rows of a key with a null: it identifies none.");
  }

  @Test
  void noFileHoldsNoKeys() {
    assertThat(keys(Types.LongType.get()).mayBeIn(file(Types.LongType.get(), 1L, 2L))).isFalse();
  }

  @Test
  void numbersAreSoughtBetweenTheBoundsAndNotOnlyWithinTheirRange() {
    Type type = Types.LongType.get();
    SoughtKeys keys = keys(type, 10L, -5L, 30L);

    assertThat(keys.mayBeIn(file(type, 11L, 29L))).isFalse();
    assertThat(keys.mayBeIn(file(type, 31L, Long.MAX_VALUE))).isFalse();
    assertThat(keys.mayBeIn(file(type, Long.MIN_VALUE, -6L))).isFalse();
    assertThat(keys.mayBeIn(file(type, 11L, 30L))).isTrue();
    assertThat(keys.mayBeIn(file(type, 10L, 10L))).isTrue();
    add(keys, 20L);
    assertThat(keys.mayBeIn(file(type, 11L, 29L))).isTrue();
  }

  @Test
  void boundsFromBeforeAColumnWasWidenedAreUnderstood() {
    SoughtKeys keys = keys(Types.LongType.get(), 10L);

    assertThat(keys.mayBeIn(file(Types.IntegerType.get(), 11, 12))).isFalse();
    assertThat(keys.mayBeIn(file(Types.IntegerType.get(), 10, 12))).isTrue();
  }

  @Test
  void boundsThatAreCutOrEqualHoldTheirKeys() {
    Type type = Types.StringType.get();
    SoughtKeys keys = keys(type, "m", "pq");

    assertThat(keys.mayBeIn(file(type, "a", "l"))).isFalse();
    assertThat(keys.mayBeIn(file(type, "pr", "z"))).isFalse();
    assertThat(keys.mayBeIn(file(type, "a", "m"))).isTrue();
    assertThat(keys.mayBeIn(file(type, "pq", "z"))).isTrue();
    assertThat(keys.mayBeIn(file(type, "n", "o"))).as("within the range").isTrue();
  }

  // Writers order UUIDs by signed or by unsigned halves.
  @Test
  void uuidsAreComparedOnlyWhereAllWritersAgree() {
    Type type = Types.UUIDType.get();
    SoughtKeys keys = keys(type, new UUID(100, -1), new UUID(-100, 1));

    assertThat(keys.mayBeIn(file(type, new UUID(1, 1), new UUID(99, 1)))).isFalse();
    assertThat(keys.mayBeIn(file(type, new UUID(101, 1), new UUID(200, 1)))).isFalse();
    assertThat(keys.mayBeIn(file(type, new UUID(1, 1), new UUID(100, 1)))).isTrue();
    assertThat(keys.mayBeIn(file(type, new UUID(100, 1), new UUID(200, 1)))).isTrue();
    assertThat(keys.mayBeIn(file(type, new UUID(101, 1), new UUID(-50, 1)))).isTrue();
    assertThat(keys.mayBeIn(file(type, new UUID(-90, 1), new UUID(1, 1)))).isTrue();
  }

  @Test
  void aFileWhoseKeyColumnIsAllNullHoldsNone() {
    SoughtKeys keys = keys(Types.LongType.get(), 1L);

    assertThat(keys.mayBeIn(file(new Metrics(2L, null, Map.of(1, 2L), Map.of(1, 2L), null))))
        .isFalse();
    assertThat(keys.mayBeIn(file(new Metrics(2L, null, Map.of(1, 2L), Map.of(1, 1L), null))))
        .isTrue();
  }

  @Test
  void aFileWithoutStatisticsMayHoldAny() {
    SoughtKeys keys = keys(Types.LongType.get(), 1L);

    assertThat(keys.mayBeIn(file(new Metrics(2L)))).isTrue();
    assertThat(keys.mayBeIn(file(Types.LongType.get(), 5L, 6L).copyWithoutStats())).isTrue();
    assertThat(keys.mayBeIn(file(bounds(Map.of(1, bytes(5L)), Map.of())))).isTrue();
  }

  @Test
  void keepsNothingOfARecordThatIsUsedAgain() {
    Type type = Types.BinaryType.get();
    ByteBuffer reused = ByteBuffer.wrap(new byte[] {5});
    SoughtKeys keys = keys(type, reused);
    reused.put(0, (byte) 9);

    assertThat(
            keys.mayBeIn(
                file(type, ByteBuffer.wrap(new byte[] {4}), ByteBuffer.wrap(new byte[] {6}))))
        .isTrue();
  }

  private static SoughtKeys keys(Type type, Object... values) {
    SoughtKeys keys = new SoughtKeys(KeyColumns.of(schema(type), List.of("k")), Map.of());
    for (Object value : values) {
      add(keys, value);
    }
    return keys;
  }

  private static int add(SoughtKeys keys, Object value) {
    return keys.add(KeyedTable.row(keys.schema(), value));
  }

  private static Schema schema(Type type) {
    return new Schema(Types.NestedField.optional(1, "k", type));
  }

  private static DataFile file(Type type, Object lower, Object upper) {
    return file(
        bounds(
            Map.of(1, Conversions.toByteBuffer(type, lower)),
            Map.of(1, Conversions.toByteBuffer(type, upper))));
  }

  private static Metrics bounds(Map<Integer, ByteBuffer> lower, Map<Integer, ByteBuffer> upper) {
    return new Metrics(2L, null, Map.of(1, 2L), Map.of(1, 0L), null, lower, upper);
  }

  private static ByteBuffer bytes(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }

  private static DataFile file(Metrics metrics) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("/data/file.parquet")
        .withFileSizeInBytes(1)
        .withMetrics(metrics)
        .build();
  }
}
