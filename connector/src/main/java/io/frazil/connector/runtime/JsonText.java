package io.frazil.connector.runtime;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * Any value of Connect as JSON, for people to read: bytes in Base64, dates as instants, and what
 * else there may be as its text.
 */
final class JsonText {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  /** The value as JSON; nothing for null. */
  static Optional<String> of(Object value) {
    return Optional.ofNullable(value).map(JsonText::text);
  }

  private static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Struct struct) {
      write(struct, json);
    } else if (value instanceof Map<?, ?> map) {
      write(map, json);
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else {
      writeScalar(value, json);
    }
  }

  private static void write(Struct struct, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Field field : struct.schema().fields()) {
      json.writeFieldName(field.name());
      write(struct.getWithoutDefault(field.name()), json);
    }
    json.writeEndObject();
  }

  private static void write(Map<?, ?> map, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      write(entry.getValue(), json);
    }
    json.writeEndObject();
  }

  private static void writeScalar(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (value instanceof BigInteger whole) {
      json.writeNumber(whole);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Float number) {
      json.writeNumber(number);
    } else if (value instanceof Number whole) {
      json.writeNumber(whole.longValue());
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      json.writeBinary(bytes);
    } else if (value instanceof Date date) {
      json.writeString(date.toInstant().toString());
    } else {
      json.writeString(value.toString());
    }
  }
}
