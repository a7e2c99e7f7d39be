package io.frazil.connector.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FingerprinterTest {

  static Stream<Arguments> keys() {
    OffsetDateTime instant = OffsetDateTime.of(2026, 3, 1, 10, 0, 0, 1000, ZoneOffset.UTC);
    return Stream.of(
        Arguments.of(Types.IntegerType.get(), 1, -7, 1),
        Arguments.of(Types.LongType.get(), 1L << 40, -(1L << 40), 1),
        Arguments.of(Types.DateType.get(), LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2), 1),
        Arguments.of(Types.TimestampType.withZone(), instant, instant.plusNanos(1000), 1),
        Arguments.of(
            Types.TimestampType.withoutZone(),
            LocalDateTime.of(2026, 3, 1, 0, 0),
            LocalDateTime.of(1926, 3, 1, 0, 0),
            1),
        Arguments.of(Types.BooleanType.get(), true, false, 2),
        Arguments.of(Types.StringType.get(), "a", "", 2),
        Arguments.of(
            Types.DecimalType.of(9, 2), new BigDecimal("1.20"), new BigDecimal("12.00"), 2),
        Arguments.of(Types.UUIDType.get(), new UUID(1, 2), new UUID(2, 1), 2),
        Arguments.of(
            Types.BinaryType.get(), ByteBuffer.wrap(new byte[] {1}), ByteBuffer.allocate(0), 2));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void fingerprintsAreEqualExactlyWhenKeysAre(Type type, Object one, Object other, int words) {
    Fingerprinter fingerprinter = new Fingerprinter(schema(type));

    assertThat(fingerprinter.words()).isEqualTo(words);
    assertThat(of(fingerprinter, one))
        .isEqualTo(of(new Fingerprinter(schema(type)), one))
        .isNotEqualTo(of(fingerprinter, other));
  }

  @Test
  void aLongKeepsItsFingerprintWhenItsColumnWasAnIntBefore() {
    Fingerprinter ints = new Fingerprinter(schema(Types.IntegerType.get()));
    Fingerprinter longs = new Fingerprinter(schema(Types.LongType.get()));

    assertThat(of(ints, -5)).isEqualTo(of(longs, -5L));
    assertThat(ints.scheme()).isEqualTo(longs.scheme());
  }

  @Test
  void aBareNumberHasTheFingerprintOfItsKey() {
    Fingerprinter fingerprinter = new Fingerprinter(schema(Types.LongType.get()));
    List<Long> expected = of(fingerprinter, -5L);

    fingerprinter.take(6);
    assertThat(fingerprinter.first()).isNotEqualTo(expected.get(0));
    fingerprinter.take(-5);

    assertThat(fingerprinter.first()).isEqualTo(expected.get(0));
  }

  @Test
  void aDecimalKeepsItsFingerprintWhenItsPrecisionGrows() {
    Fingerprinter narrow = new Fingerprinter(schema(Types.DecimalType.of(4, 2)));
    Fingerprinter wide = new Fingerprinter(schema(Types.DecimalType.of(20, 2)));

    assertThat(of(narrow, new BigDecimal("1.25"))).isEqualTo(of(wide, new BigDecimal("1.25")));
    assertThat(narrow.scheme()).isEqualTo(wide.scheme());
  }

  @Test
  void schemesDifferWhereFingerprintsMayNotBeCompared() {
    assertThat(new Fingerprinter(schema(Types.DateType.get())).scheme())
        .isNotEqualTo(new Fingerprinter(schema(Types.LongType.get())).scheme());
    assertThat(new Fingerprinter(schema(Types.DecimalType.of(9, 2))).scheme())
        .isNotEqualTo(new Fingerprinter(schema(Types.DecimalType.of(9, 3))).scheme());
    assertThat(new Fingerprinter(schema(Types.LongType.get(), Types.StringType.get())).scheme())
        .isNotEqualTo(new Fingerprinter(schema(Types.StringType.get())).scheme());
  }

  @Test
  void valuesOfSeveralColumnsDoNotRunIntoEachOther() {
    Fingerprinter fingerprinter =
        new Fingerprinter(schema(Types.StringType.get(), Types.StringType.get()));

    assertThat(
            Set.of(
                of(fingerprinter, "ab", "c"),
                of(fingerprinter, "a", "bc"),
                of(fingerprinter, "abc", ""),
                of(fingerprinter, "", "abc")))
        .hasSize(4);
  }

  @Test
  void aKeyWithANullHasNoFingerprint() {
    Schema one = schema(Types.LongType.get());
    Schema two = schema(Types.LongType.get(), Types.StringType.get());

    assertThat(new Fingerprinter(one).take(key(one, (Object) null))).isFalse();
    assertThat(new Fingerprinter(two).take(key(two, 1L, null))).isFalse();
  }

  @Test
  void aLongTextIsHashedAsAWhole() {
    Fingerprinter fingerprinter = new Fingerprinter(schema(Types.StringType.get()));
    String text = "x".repeat(10_000);

    assertThat(of(fingerprinter, text + "a")).isNotEqualTo(of(fingerprinter, text + "b"));
  }

  @Test
  void wholeNumbersThatFollowEachOtherAreSpreadOverAllLongs() {
    Fingerprinter fingerprinter = new Fingerprinter(schema(Types.LongType.get()));
    int[] counts = new int[16];
    for (long value = 0; value < 16_000; value++) {
      counts[(int) (of(fingerprinter, value).get(0) >>> 60)]++;
    }

    for (int count : counts) {
      assertThat(count).isBetween(850, 1150);
    }
  }

  @Test
  void randomLongsDoNotCollide() {
    Fingerprinter fingerprinter = new Fingerprinter(schema(Types.LongType.get()));
    SplittableRandom random = new SplittableRandom(1);
    Set<Long> values = new HashSet<>();
    Set<List<Long>> fingerprints = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong();
      values.add(value);
      fingerprints.add(of(fingerprinter, value));
    }

    assertThat(fingerprints).hasSameSizeAs(values);
  }

  private static List<Long> of(Fingerprinter fingerprinter, Object... values) {
    // Only the number of columns counts for a record.
    Type[] types = Collections.nCopies(values.length, Types.StringType.get()).toArray(Type[]::new);
    assertThat(fingerprinter.take(key(schema(types), values))).isTrue();
    return List.of(fingerprinter.first(), fingerprinter.second());
  }

  private static Schema schema(Type... types) {
    Types.NestedField[] columns = new Types.NestedField[types.length];
    for (int column = 0; column < types.length; column++) {
      columns[column] = Types.NestedField.required(column + 1, "k" + column, types[column]);
    }
    return new Schema(columns);
  }

  private static Record key(Schema schema, Object... values) {
    GenericRecord key = GenericRecord.create(schema);
    for (int column = 0; column < values.length; column++) {
      key.set(column, values[column]);
    }
    return key;
  }
}
