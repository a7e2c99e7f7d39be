package io.frazil.transforms.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/**
 * Reads JSON into Connect's values, or strings, without loss: an integer is a long, a fraction a
 * double, and what these cannot hold a BigDecimal. Messages tell where the text was, never what it
 * holds.
 */
final class JsonText {
  /** What Debezium writes in place of a value that the database did not send. */
  private static final String PLACEHOLDER = "__debezium_unavailable_value";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonText() {}

  /** Whether the text stands for a value that was not sent. */
  static boolean isPlaceholder(String text) {
    return text.equals(PLACEHOLDER);
  }

  /** Any JSON, as maps, lists and values. */
  static Object any(String text, String place) {
    return value(node(text, place));
  }

  /** An object, as a map. */
  static Map<String, Object> object(String text, String place) {
    return members(objectNode(text, place));
  }

  /** An object, as a map of strings: text as it is, anything else as JSON. */
  static Map<String, String> texts(String text, String place) {
    Map<String, String> texts = new LinkedHashMap<>();
    objectNode(text, place)
        .properties()
        .forEach(
            member -> {
              JsonNode node = member.getValue();
              texts.put(
                  member.getKey(),
                  node.isNull() ? null : node.isTextual() ? node.textValue() : node.toString());
            });
    return texts;
  }

  private static JsonNode objectNode(String text, String place) {
    JsonNode node = node(text, place);
    if (!node.isObject()) {
      throw new DataException(place + " is not a JSON object");
    }
    return node;
  }

  private static JsonNode node(String text, String place) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      // Without its cause, whose message repeats what the text holds.
      throw new DataException(place + " is not JSON" + position(malformed));
    }
    if (node.isMissingNode()) {
      throw new DataException(place + " is empty, which is not JSON");
    }
    return node;
  }

  private static String position(JsonProcessingException malformed) {
    return malformed.getLocation() == null
        ? ""
        : " (line %d, column %d)"
            .formatted(malformed.getLocation().getLineNr(), malformed.getLocation().getColumnNr());
  }

  private static Map<String, Object> members(JsonNode object) {
    Map<String, Object> members = new LinkedHashMap<>();
    object.properties().forEach(member -> members.put(member.getKey(), value(member.getValue())));
    return members;
  }

  private static Object value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT, POJO -> members(node);
      case ARRAY -> {
        List<Object> elements = new ArrayList<>();
        node.forEach(element -> elements.add(value(element)));
        yield elements;
      }
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node);
      case STRING, BINARY -> node.textValue();
      case NULL, MISSING -> null;
    };
  }

  private static Object number(JsonNode node) {
    if (node.canConvertToLong() && node.isIntegralNumber()) {
      return node.longValue();
    }
    BigDecimal exact = node.decimalValue();
    double nearest = exact.doubleValue();
    return Double.isFinite(nearest) && BigDecimal.valueOf(nearest).compareTo(exact) == 0
        ? (Object) nearest
        : exact;
  }
}
