package io.frazil.capture;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** Values as text that is the same whether a database's driver or a table's reader has them. */
final class PlainValues {
  private PlainValues() {}

  static List<NavigableMap<String, String>> of(List<? extends Map<String, Object>> rows) {
    return rows.stream().map(PlainValues::of).toList();
  }

  private static NavigableMap<String, String> of(Map<String, Object> row) {
    NavigableMap<String, String> plain = new TreeMap<>();
    row.forEach((column, value) -> plain.put(column, text(value)));
    return plain;
  }

  private static String text(Object value) {
    if (value instanceof Number number) {
      BigDecimal exact = new BigDecimal(number.toString());
      return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Timestamp time) {
      return time.toLocalDateTime().toString();
    }
    if (value instanceof LocalDateTime time) {
      return time.toString();
    }
    if (value instanceof OffsetDateTime time) {
      return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime().toString();
    }
    if (value instanceof Date date) {
      return date.toLocalDate().toString();
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return HexFormat.of().formatHex(copy);
    }
    if (value instanceof Array array) {
      return elements(array);
    }
    return Objects.toString(value);
  }

  /** As a list writes them. */
  private static String elements(Array array) {
    try {
      return Arrays.toString((Object[]) array.getArray());
    } catch (SQLException failure) {
      throw new IllegalStateException("Cannot read the elements of an array.", failure);
    }
  }
}
