package io.frazil.connector.convert;

import java.util.Map;
import java.util.function.Predicate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Finds the converter for a type. */
final class ValueConverters {
  private final NameMatching matching;
  private final UnknownFieldListener unknownFields;
  private final SpecialValues specialValues;

  ValueConverters(
      NameMatching matching, UnknownFieldListener unknownFields, SpecialValues specialValues) {
    this.matching = matching;
    this.unknownFields = unknownFields;
    this.specialValues = specialValues;
  }

  /**
   * A converter to the structs of a table's rows.
   *
   * @param isLeftOut tells the fields that it passes over
   * @param constants values that columns have in every row, by their names
   */
  StructConverter ofRow(
      Types.StructType type, Predicate<String> isLeftOut, Map<String, Object> constants) {
    return new StructConverter(
        new Columns("", type, matching, this, constants), isLeftOut, unknownFields);
  }

  /** A converter to the structs of these columns alone. */
  StructConverter ofRow(Types.StructType type) {
    return ofRow(type, field -> false, Map.of());
  }

  /**
   * A converter to values of this type.
   *
   * @param path the column's name with those of its parents, joined by dots
   */
  ValueConverter of(Type type, String path) {
    return switch (type.typeId()) {
      case BOOLEAN -> new BooleanConverter();
      case INTEGER -> new IntegerConverter();
      case LONG -> new LongConverter();
      case FLOAT -> new FloatConverter();
      case DOUBLE -> new DoubleConverter();
      case DECIMAL -> new DecimalConverter((Types.DecimalType) type);
      case STRING -> new StringConverter();
      case UUID -> new UuidConverter();
      case FIXED -> new FixedConverter((Types.FixedType) type);
      case BINARY -> new BinaryConverter();
      case DATE -> new DateConverter(specialValues);
      case TIME -> new TimeConverter(specialValues);
      case TIMESTAMP ->
          new TimestampConverter(
              type,
              zone(((Types.TimestampType) type).shouldAdjustToUTC()),
              TimestampConverter.Unit.MICROS,
              specialValues);
      case TIMESTAMP_NANO ->
          new TimestampConverter(
              type,
              zone(((Types.TimestampNanoType) type).shouldAdjustToUTC()),
              TimestampConverter.Unit.NANOS,
              specialValues);
      case STRUCT ->
          new StructConverter(
              new Columns(path + ".", type.asStructType(), matching, this, Map.of()),
              field -> false,
              unknownFields);
      case LIST ->
          new ListConverter(
              type.asListType(), of(type.asListType().elementType(), path + ".element"));
      case MAP ->
          new MapConverter(
              type.asMapType(),
              of(type.asMapType().keyType(), path + ".key"),
              of(type.asMapType().valueType(), path + ".value"));
      case GEOMETRY, GEOGRAPHY, VARIANT, UNKNOWN ->
          new RefusingConverter(type, "columns of this type are not supported yet");
    };
  }

  private static TimestampConverter.Zone zone(boolean adjustedToUtc) {
    return adjustedToUtc ? TimestampConverter.Zone.UTC : TimestampConverter.Zone.NONE;
  }
}
