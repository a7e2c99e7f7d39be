package io.frazil.connector.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * Recognises what Debezium writes in place of a value that the database did not send, since it did
 * not change.
 *
 * <table>
 * <caption>What stands for a placeholder p</caption>
 * <tr><th>type in the database</th><th>value</th></tr>
 * <tr><td>text, json, xml, enum</td><td>p</td></tr>
 * <tr><td>bytea</td><td>the UTF-8 bytes of p; their base64 text in JSON without schemas</td></tr>
 * <tr><td>text[]</td><td>[p]</td></tr>
 * <tr><td>integer[], bigint[], date[]</td><td>these bytes as numbers</td></tr>
 * <tr><td>uuid[]</td><td>[the name-based UUID of these bytes]</td></tr>
 * <tr><td>hstore</td><td>{p: p}, as a map or as JSON text</td></tr>
 * </table>
 */
public final class UnavailableValue {
  // Not a set: most texts differ in length, and a hash would read all of them.
  private final List<String> texts;
  private final String uuid;
  private final ByteBuffer bytes;

  /**
   * @param placeholder as it is set in Debezium
   */
  public UnavailableValue(String placeholder) {
    requireNonNull(placeholder, "placeholder");
    byte[] encoded = placeholder.getBytes(UTF_8);
    this.texts =
        List.of(
            placeholder,
            "{\"%s\":\"%s\"}".formatted(placeholder, placeholder),
            Base64.getEncoder().encodeToString(encoded));
    this.uuid = UUID.nameUUIDFromBytes(encoded).toString();
    this.bytes = ByteBuffer.wrap(encoded);
  }

  /** Whether a value stands for one that was not sent, or holds such a value. */
  boolean isIn(Object value) {
    if (value instanceof String text) {
      return texts.contains(text);
    }
    if (value instanceof byte[] array) {
      return bytes.equals(ByteBuffer.wrap(array));
    }
    if (value instanceof ByteBuffer buffer) {
      return bytes.equals(buffer);
    }
    if (value instanceof List<?> list) {
      return isInList(list);
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .anyMatch(entry -> isIn(entry.getKey()) || isIn(entry.getValue()));
    }
    return value instanceof Struct struct && isInStruct(struct);
  }

  private boolean isInStruct(Struct struct) {
    for (Field field : struct.schema().fields()) {
      if (isIn(struct.getWithoutDefault(field.name()))) {
        return true;
      }
    }
    return false;
  }

  private boolean isInList(List<?> list) {
    if (list.isEmpty()) {
      return false;
    }
    if (list.get(0) instanceof Number) {
      return isBytes(list);
    }
    if (list.size() == 1 && uuid.equals(String.valueOf(list.get(0)))) {
      return true;
    }
    for (Object element : list) {
      if (isIn(element)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBytes(List<?> numbers) {
    if (numbers.size() != bytes.remaining()) {
      return false;
    }
    for (int index = 0; index < numbers.size(); index++) {
      if (!(numbers.get(index) instanceof Number number)
          || number.longValue() != bytes.get(index)) {
        return false;
      }
    }
    return true;
  }
}
