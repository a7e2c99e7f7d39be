package io.frazil.connector.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.semantic.SemanticType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/**
 * Whatever a record has, of whatever schema: each column takes it as a value of its own class, or
 * refuses it in the one way that is an error of the record; and no number becomes another. {@code
 * -Dfrazil.seed} runs a failed seed again.
 */
class AnyValueTest {
  private static final int ROUNDS = 50_000;
  private static final List<Type> PRIMITIVES =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DecimalType.of(5, 2),
          Types.DecimalType.of(38, 0),
          Types.DecimalType.of(38, 38),
          Types.StringType.get(),
          Types.UUIDType.get(),
          Types.BinaryType.get(),
          Types.FixedType.ofLength(2),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.TimestampNanoType.withZone(),
          Types.VariantType.get());
  private static final List<String> TEXTS =
      List.of(
          "",
          "-",
          "Z",
          ":",
          "1",
          "-12.50",
          "1E+999999999",
          "1E-999999999",
          "99999999999999999999999999999999999999999",
          "NaN",
          "-Infinity",
          "infinity",
          "-infinity",
          "true",
          "AQI=",
          "2024-02-29",
          "-0043-03-15Z",
          "+999999999-12-31",
          "-999999999-01-01T00:00:00+18:00",
          "+999999999-12-31T23:59:59-18:00",
          "+294247-01-10T04:00:25.2Z",
          "0000-00-00 00:00:00",
          "13:14:15.123456Z",
          "-838:59:59",
          "24:00:00",
          "2024-02-29T13:14:15.123456789Z",
          "2024-02-29 13:14:15+19",
          "2024-02-30T",
          "11111111-2222-3333-4444-555555555555",
          "\u0663\ud83d");

  private final long seed = Long.getLong("frazil.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void aColumnTakesAValueOrRefusesItAsAnErrorOfTheRecord() {
    int taken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Type type = type(2);
      Schema schema = schema(2);
      Object value = random.nextInt(3) > 0 ? valueOf(schema) : any(2);
      SpecialValues special = random.nextBoolean() ? SpecialValues.FAIL : SpecialValues.NULL;
      ValueConverter bare =
          new ValueConverters(NameMatching.EXACT, path -> {}, special).of(type, "c");
      ValueConverter converter = random.nextInt(4) == 0 ? bare : bare.forSource(schema);
      String context = "%s of %s to %s, seed %d".formatted(value, described(schema), type, seed);
      try {
        Object converted = converter.convert(value);
        taken++;
        if (converted != null) {
          assertThat(converted).as(context).isInstanceOf(classOf(type));
          assertSameNumber(value, converted, context);
        }
      } catch (ConversionException e) {
        assertThat(e).as(context).hasMessageStartingWith("Cannot convert ");
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("Broke on " + context, e);
      }
    }
    assertThat(taken).as("seed %d", seed).isGreaterThan(ROUNDS / 20);
  }

  private static void assertSameNumber(Object value, Object converted, String context) {
    boolean isExact = converted instanceof Integer || converted instanceof Long;
    if (value instanceof Number && (isExact || converted instanceof BigDecimal)) {
      assertThat(decimal(converted)).as(context).isEqualByComparingTo(decimal(value));
    }
  }

  // The text of a decimal with the smallest scale there is cannot be read again.
  private static BigDecimal decimal(Object number) {
    return number instanceof BigDecimal exact ? exact : new BigDecimal(number.toString());
  }

  private static String described(Schema schema) {
    return schema.name() == null ? schema.type().toString() : schema.name();
  }

  private static Class<?> classOf(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> Boolean.class;
      case INTEGER -> Integer.class;
      case LONG -> Long.class;
      case FLOAT -> Float.class;
      case DOUBLE -> Double.class;
      case DECIMAL -> BigDecimal.class;
      case STRING -> String.class;
      case UUID -> UUID.class;
      case FIXED -> byte[].class;
      case BINARY -> ByteBuffer.class;
      case DATE -> LocalDate.class;
      case TIME -> LocalTime.class;
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? OffsetDateTime.class
              : LocalDateTime.class;
      case TIMESTAMP_NANO ->
          ((Types.TimestampNanoType) type).shouldAdjustToUTC()
              ? OffsetDateTime.class
              : LocalDateTime.class;
      case STRUCT -> Record.class;
      case LIST -> List.class;
      case MAP -> Map.class;
      case VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> Void.class;
    };
  }

  private Type type(int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(8);
    if (kind == 0) {
      return random.nextBoolean()
          ? Types.ListType.ofOptional(1, type(depth - 1))
          : Types.ListType.ofRequired(1, type(depth - 1));
    } else if (kind == 1) {
      return Types.MapType.ofOptional(1, 2, one(PRIMITIVES), type(depth - 1));
    } else if (kind == 2) {
      return Types.StructType.of(
          Types.NestedField.optional(1, "scale", type(depth - 1)),
          Types.NestedField.optional(2, "value", type(depth - 1)));
    }
    return one(PRIMITIVES);
  }

  private Schema schema(int depth) {
    int kind = random.nextInt(10);
    if (kind < 6) {
      SemanticType semantic = one(List.of(SemanticType.values()));
      return carrier(semantic.carrier(), depth).name(semantic.schemaName()).build();
    }
    SchemaBuilder plain = carrier(one(List.of(Schema.Type.values())), depth);
    return kind == 6 ? plain.name("com.example.Own").build() : plain.build();
  }

  private SchemaBuilder carrier(Schema.Type type, int depth) {
    Schema inner = depth == 0 ? Schema.OPTIONAL_INT64_SCHEMA : schema(depth - 1);
    return switch (type) {
      case ARRAY -> SchemaBuilder.array(inner);
      case MAP -> SchemaBuilder.map(Schema.STRING_SCHEMA, inner);
      case STRUCT -> struct(inner);
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
          new SchemaBuilder(type);
    };
  }

  private SchemaBuilder struct(Schema inner) {
    return switch (random.nextInt(4)) {
      case 0 -> SchemaBuilder.struct().field("value", inner);
      case 1 -> SchemaBuilder.struct().field("wkb", Schema.OPTIONAL_BYTES_SCHEMA);
      default ->
          SchemaBuilder.struct()
              .field("scale", Schema.OPTIONAL_INT32_SCHEMA)
              .field("value", Schema.OPTIONAL_BYTES_SCHEMA);
    };
  }

  private Object valueOf(Schema schema) {
    boolean isDate = schema.name() != null && schema.name().startsWith("org.apache.kafka");
    return switch (schema.type()) {
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case INT32 -> isDate ? date() : (Object) (int) number();
      case INT64 -> isDate ? date() : (Object) number();
      case FLOAT32 -> (float) random.nextGaussian();
      case FLOAT64 -> binary();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> one(TEXTS);
      case BYTES -> isDate ? decimal() : bytes();
      case ARRAY -> Arrays.asList(valueOf(schema.valueSchema()), null);
      case MAP -> Map.of(one(TEXTS), valueOf(schema.valueSchema()));
      case STRUCT -> structOf(schema);
    };
  }

  private Struct structOf(Schema schema) {
    Struct struct = new Struct(schema);
    schema
        .fields()
        .forEach(
            field -> {
              Object value = valueOf(field.schema());
              // Connect refuses to put in what a converter could have put in.
              if (random.nextInt(4) > 0 && fits(struct, field.name(), value)) {
                struct.put(field, value);
              }
            });
    return struct;
  }

  private static boolean fits(Struct struct, String field, Object value) {
    try {
      new Struct(struct.schema()).put(field, value);
      return true;
    } catch (DataException e) {
      return false;
    }
  }

  /** A value of any class that Connect, or a lenient converter, may hand on. */
  private Object any(int depth) {
    return switch (random.nextInt(depth == 0 ? 14 : 17)) {
      case 0 -> number();
      case 1 -> (int) number();
      case 2 -> (short) number();
      case 3 -> (byte) number();
      case 4 -> binary();
      case 5 -> (float) binary();
      case 6 -> decimal();
      case 7 -> new BigInteger(1 + random.nextInt(200), random).negate();
      case 8 -> one(TEXTS);
      case 9 -> random.nextBoolean();
      case 10 -> bytes();
      case 11 -> ByteBuffer.wrap(bytes());
      case 12 -> date();
      case 13 ->
          one(
              List.of(
                  new UUID(1, 2),
                  new AtomicLong(number()),
                  LocalDate.MAX,
                  LocalDateTime.MIN,
                  Duration.ofMillis(Long.MIN_VALUE),
                  Instant.MAX,
                  new java.sql.Date(number()),
                  new java.sql.Time(number()),
                  new Object()));
      case 14 -> Arrays.asList(any(depth - 1), null, any(depth - 1));
      case 15 -> Map.of("scale", any(depth - 1), "value", any(depth - 1));
      default -> anyMap(depth);
    };
  }

  private Map<Object, Object> anyMap(int depth) {
    Map<Object, Object> map = new HashMap<>();
    map.put(random.nextBoolean() ? null : any(0), random.nextBoolean() ? null : any(depth - 1));
    return map;
  }

  private long number() {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextInt(100) - 50;
      case 1 -> random.nextInt();
      case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      case 3 -> one(List.of(9_223_372_036_825_200_000L, 86_400_000_000L, -2_147_472_692L));
      default -> random.nextLong() >> random.nextInt(64);
    };
  }

  private double binary() {
    return one(
        List.of(
            random.nextGaussian(),
            (double) random.nextInt(),
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            1e300,
            0x1p63,
            -0.0));
  }

  private BigDecimal decimal() {
    int[] scales = {0, 2, 30, -5, Integer.MAX_VALUE, Integer.MIN_VALUE};
    return new BigDecimal(
        new BigInteger(1 + random.nextInt(200), random), scales[random.nextInt(scales.length)]);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private Date date() {
    return Date.from(Instant.ofEpochMilli(number()));
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
