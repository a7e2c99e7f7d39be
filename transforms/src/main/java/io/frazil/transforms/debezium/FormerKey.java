package io.frazil.transforms.debezium;

import io.frazil.transforms.record.Fields;
import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Values;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;

/**
 * The key that a row had before, as the header of a changed key's second half tells it. What header
 * converters leave of it differs: a struct, a map with numbers of the smallest fitting type, text.
 */
final class FormerKey {
  private static final String HEADER = "__debezium.oldkey";

  private FormerKey() {}

  /** The key, in the form of the record's; empty if it is not told, or not in a form that fits. */
  static Optional<SchemaAndValue> of(ConnectRecord<?> record) {
    Header header = record.headers().lastWithName(HEADER);
    if (header == null || record.key() == null) {
      return Optional.empty();
    }
    try {
      Object told =
          header.value() instanceof String text ? Values.parseString(text).value() : header.value();
      return Fields.of(told).flatMap(former -> inFormOf(record, former));
    } catch (DataException unfit) {
      return Optional.empty();
    }
  }

  private static Optional<SchemaAndValue> inFormOf(ConnectRecord<?> record, Fields former) {
    if (!(record.key() instanceof Struct key)) {
      return Optional.of(new SchemaAndValue(null, former.values()));
    }
    Struct fitted = new Struct(key.schema());
    for (Field field : key.schema().fields()) {
      former.get(field.name()).ifPresent(value -> fitted.put(field, fit(field.schema(), value)));
    }
    fitted.validate();
    return Optional.of(new SchemaAndValue(key.schema(), fitted));
  }

  private static Object fit(Schema schema, Object value) {
    try {
      ConnectSchema.validateValue(schema, value);
      return value;
    } catch (DataException another) {
      return switch (schema.type()) {
        case INT8 -> Values.convertToByte(null, value);
        case INT16 -> Values.convertToShort(null, value);
        case INT32 -> Values.convertToInteger(null, value);
        case INT64 -> Values.convertToLong(null, value);
        case STRING -> Values.convertToString(null, value);
        case FLOAT32, FLOAT64, BOOLEAN, BYTES, ARRAY, MAP, STRUCT -> throw another;
      };
    }
  }
}
