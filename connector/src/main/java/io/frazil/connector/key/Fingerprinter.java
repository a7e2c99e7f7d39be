package io.frazil.connector.key;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Turns keys into fingerprints, which are equal exactly when the keys are: one word for a single
 * column that a long can hold, by a bijection, so without any collision; else two words of a hash
 * of 128 bits, of which no table is big enough to hold two alike by chance.
 *
 * <p>Words are spread evenly over all longs. Fingerprints stay the same when a key column's type is
 * promoted (int to long, a wider decimal). One key at a time is held, so that a key costs no
 * object: not thread-safe.
 */
public final class Fingerprinter {
  private static final int HASH_SEED = 0;

  private final Schema schema;
  private final InternalRecordWrapper values;
  private final int words;
  // Written anew for each key that is hashed; grows to the longest.
  private ByteBuffer encoded = ByteBuffer.allocate(64);
  private long first;
  private long second;

  /**
   * A fingerprinter of the keys of a struct, as {@link KeyColumns#schema()} has it: every column
   * counts.
   */
  public Fingerprinter(Schema schema) {
    this.schema = schema;
    this.values = new InternalRecordWrapper(schema.asStruct());
    List<Types.NestedField> columns = schema.columns();
    this.words = columns.size() == 1 && isWhole(columns.get(0).type()) ? 1 : 2;
  }

  /** How many words a fingerprint has: 1 or 2. */
  public int words() {
    return words;
  }

  /**
   * What decides the fingerprints of keys: fingerprints may be compared only when this is equal,
   * also across runs. It changes whenever their computation does.
   */
  public String scheme() {
    return schema.columns().stream()
        .map(column -> column.fieldId() + ":" + canonical(column.type()))
        .collect(Collectors.joining(",", "1(", ")"));
  }

  /**
   * Takes a key, of which {@link #first} and {@link #second} then tell the fingerprint.
   *
   * @return false if a column is null: such a key equals none, and has no fingerprint
   */
  public boolean take(Record key) {
    values.wrap(key);
    return words == 1 ? takeWhole() : takeHashed();
  }

  /**
   * Takes a key of one column that is a whole number, a date or a time: where a fingerprint has one
   * word.
   *
   * @param value as Iceberg's tables have it
   */
  public void take(long value) {
    first = mix(value);
  }

  /** The first word of the key that was taken. */
  public long first() {
    return first;
  }

  /** The second word of the key that was taken; 0 where a fingerprint has one word. */
  public long second() {
    return second;
  }

  private boolean takeWhole() {
    Object value = values.get(0, Object.class);
    if (value == null) {
      return false;
    }
    take(((Number) value).longValue());
    return true;
  }

  private boolean takeHashed() {
    encoded.clear();
    List<Types.NestedField> columns = schema.columns();
    for (int column = 0; column < columns.size(); column++) {
      Object value = values.get(column, Object.class);
      if (value == null) {
        return false;
      }
      encode(columns.get(column).type(), value);
    }
    long[] hash = MurmurHash3.hash128x64(encoded.array(), 0, encoded.position(), HASH_SEED);
    first = hash[0];
    second = hash[1];
    return true;
  }

  // Every value is as long as its type says or as its own length says: no two keys look alike.
  private void encode(Type type, Object value) {
    switch (type.typeId()) {
      case BOOLEAN -> room(1).put((byte) ((Boolean) value ? 1 : 0));
      case STRING -> encode(value.toString().getBytes(StandardCharsets.UTF_8));
      case DECIMAL -> encode(((BigDecimal) value).unscaledValue().toByteArray());
      case UUID -> {
        UUID uuid = (UUID) value;
        room(2 * Long.BYTES)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits());
      }
      case BINARY -> {
        ByteBuffer bytes = ((ByteBuffer) value).duplicate();
        room(Integer.BYTES + bytes.remaining()).putInt(bytes.remaining()).put(bytes);
      }
      default -> room(Long.BYTES).putLong(((Number) value).longValue());
    }
  }

  private void encode(byte[] bytes) {
    room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
  }

  private ByteBuffer room(int bytes) {
    if (encoded.remaining() < bytes) {
      ByteBuffer larger = ByteBuffer.allocate(2 * (encoded.position() + bytes));
      encoded = larger.put(encoded.flip());
    }
    return encoded;
  }

  private static boolean isWhole(Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> true;
      default -> false;
    };
  }

  private static String canonical(Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG -> "whole";
      case DECIMAL -> "decimal(" + ((Types.DecimalType) type).scale() + ")";
      default -> type.toString();
    };
  }

  // Stafford's variant 13 of the finalizer of MurmurHash3, as in SplittableRandom: a bijection.
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
