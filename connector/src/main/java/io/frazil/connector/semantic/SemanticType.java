package io.frazil.connector.semantic;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;

/**
 * A type that the name of a Connect schema tells, beyond the schema's own type: Connect's logical
 * types and Debezium's semantic types. Structs that are just that are not among them.
 */
public enum SemanticType {
  /** A decimal; the schema's parameters tell the scale and perhaps the precision. */
  DECIMAL("org.apache.kafka.connect.data.Decimal", Schema.Type.BYTES),
  /** A day, as {@code java.util.Date}. */
  CONNECT_DATE("org.apache.kafka.connect.data.Date", Schema.Type.INT32),
  /** Milliseconds since midnight, as {@code java.util.Date}. */
  CONNECT_TIME("org.apache.kafka.connect.data.Time", Schema.Type.INT32),
  /** Milliseconds since the epoch, as {@code java.util.Date}. */
  CONNECT_TIMESTAMP("org.apache.kafka.connect.data.Timestamp", Schema.Type.INT64),
  /** Days since the epoch. */
  DATE("io.debezium.time.Date", Schema.Type.INT32),
  /** Milliseconds since midnight. */
  TIME("io.debezium.time.Time", Schema.Type.INT32),
  /** Microseconds since midnight; MySQL's reach from -839 to 839 hours. */
  MICRO_TIME("io.debezium.time.MicroTime", Schema.Type.INT64),
  /** Nanoseconds since midnight. */
  NANO_TIME("io.debezium.time.NanoTime", Schema.Type.INT64),
  /** Milliseconds since the epoch, without a zone. */
  TIMESTAMP("io.debezium.time.Timestamp", Schema.Type.INT64),
  /** Microseconds since the epoch, without a zone. */
  MICRO_TIMESTAMP("io.debezium.time.MicroTimestamp", Schema.Type.INT64),
  /** Nanoseconds since the epoch, without a zone. */
  NANO_TIMESTAMP("io.debezium.time.NanoTimestamp", Schema.Type.INT64),
  /** ISO 8601 text with an offset, or {@code infinity}. */
  ZONED_TIMESTAMP("io.debezium.time.ZonedTimestamp", Schema.Type.STRING),
  /** ISO 8601 text with an offset. */
  ZONED_TIME("io.debezium.time.ZonedTime", Schema.Type.STRING),
  /** ISO 8601 text that ends in a Z, though the source has no zone. */
  ISO_DATE("io.debezium.time.IsoDate", Schema.Type.STRING),
  /** ISO 8601 text that ends in a Z, though the source has no zone. */
  ISO_TIME("io.debezium.time.IsoTime", Schema.Type.STRING),
  /** ISO 8601 text that ends in a Z, though the source has no zone. */
  ISO_TIMESTAMP("io.debezium.time.IsoTimestamp", Schema.Type.STRING),
  /** The number of a year. */
  YEAR("io.debezium.time.Year", Schema.Type.INT32),
  /** An ISO 8601 duration. */
  INTERVAL("io.debezium.time.Interval", Schema.Type.STRING),
  /** Microseconds, months averaged. */
  MICRO_DURATION("io.debezium.time.MicroDuration", Schema.Type.INT64),
  /** Nanoseconds, months averaged. */
  NANO_DURATION("io.debezium.time.NanoDuration", Schema.Type.INT64),
  /** A decimal with its scale beside it, in the fields {@code scale} and {@code value}. */
  VARIABLE_SCALE_DECIMAL("io.debezium.data.VariableScaleDecimal", Schema.Type.STRUCT),
  /** A JSON document. */
  JSON("io.debezium.data.Json", Schema.Type.STRING),
  /** An XML document. */
  XML("io.debezium.data.Xml", Schema.Type.STRING),
  /** A UUID in its form of 36 characters. */
  UUID("io.debezium.data.Uuid", Schema.Type.STRING),
  /** One of several words. */
  ENUM("io.debezium.data.Enum", Schema.Type.STRING),
  /** Some of several words, with commas between. */
  ENUM_SET("io.debezium.data.EnumSet", Schema.Type.STRING),
  /** Bits, the lowest in the first byte. */
  BITS("io.debezium.data.Bits", Schema.Type.BYTES),
  /** A path of PostgreSQL's ltree. */
  LTREE("io.debezium.data.Ltree", Schema.Type.STRING),
  /** Words of PostgreSQL's text search. */
  TSVECTOR("io.debezium.data.Tsvector", Schema.Type.STRING),
  /** A point with its well-known binary form in the field {@code wkb}. */
  POINT("io.debezium.data.geometry.Point", Schema.Type.STRUCT),
  /** A shape with its well-known binary form in the field {@code wkb}. */
  GEOMETRY("io.debezium.data.geometry.Geometry", Schema.Type.STRUCT),
  /** A shape on the globe with its well-known binary form in the field {@code wkb}. */
  GEOGRAPHY("io.debezium.data.geometry.Geography", Schema.Type.STRUCT),
  /** A vector of doubles. */
  DOUBLE_VECTOR("io.debezium.data.DoubleVector", Schema.Type.ARRAY),
  /** A vector of floats. */
  FLOAT_VECTOR("io.debezium.data.FloatVector", Schema.Type.ARRAY),
  /** A vector of which only some doubles are given. */
  SPARSE_DOUBLE_VECTOR("io.debezium.data.SparseDoubleVector", Schema.Type.STRUCT);

  private static final Map<String, SemanticType> BY_NAME = new HashMap<>();

  static {
    for (SemanticType type : values()) {
      BY_NAME.put(type.schemaName, type);
    }
  }

  private final String schemaName;
  private final Schema.Type carrier;

  SemanticType(String schemaName, Schema.Type carrier) {
    this.schemaName = schemaName;
    this.carrier = carrier;
  }

  /** The type that a schema names; empty if it has no name, or one that is not known. */
  public static Optional<SemanticType> of(Schema schema) {
    return Optional.ofNullable(schema.name())
        .map(BY_NAME::get)
        .filter(type -> type.carrier == schema.type());
  }

  /** The name that schemas of this type have. */
  public String schemaName() {
    return schemaName;
  }

  /** What the values are, as Connect has them. */
  public Schema.Type carrier() {
    return carrier;
  }
}
