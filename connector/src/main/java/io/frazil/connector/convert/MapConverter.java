package io.frazil.connector.convert;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;

/** Maps, key by key and value by value. An error's path says key or value, not which. */
final class MapConverter implements ValueConverter {
  private static final String KEY = "key";
  private static final String VALUE = "value";

  private final Types.MapType target;
  private final ValueConverter keys;
  private final ValueConverter values;

  MapConverter(Types.MapType target, ValueConverter keys, ValueConverter values) {
    this.target = target;
    this.keys = keys;
    this.values = values;
  }

  @Override
  public ValueConverter forSource(Schema source) {
    return source.type() == Schema.Type.MAP
        ? new MapConverter(
            target, keys.forSource(source.keySchema()), values.forSource(source.valueSchema()))
        : this;
  }

  @Override
  public Object convert(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw ConversionException.unsuited(value, target);
    }
    Map<Object, Object> converted = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      converted.put(key(entry.getKey()), value(entry.getValue()));
    }
    if (converted.size() < map.size()) {
      throw ConversionException.of("two keys become the same").within(KEY);
    }
    return converted;
  }

  private Object key(Object key) {
    try {
      Object converted = key == null ? null : keys.convert(key);
      if (converted != null) {
        return converted;
      }
    } catch (ConversionException e) {
      throw e.within(KEY);
    }
    throw ConversionException.of("it is null, and keys are required").within(KEY);
  }

  private Object value(Object value) {
    try {
      Object converted = value == null ? null : values.convert(value);
      if (converted != null || !target.isValueRequired()) {
        return converted;
      }
    } catch (ConversionException e) {
      throw e.within(VALUE);
    }
    throw ConversionException.of("it is null, and values are required").within(VALUE);
  }
}
