package io.frazil.connector.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OffsetsFormat;
import io.frazil.connector.commit.TableRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The headers of a control record, typed. All are text in UTF-8, vectors and lists as JSON. Reading
 * one that is missing or malformed is an {@link IllegalArgumentException} that names it.
 */
final class ControlHeaders {
  static final String VERSION = "frazil-version";
  static final String CONNECTOR = "frazil-connector";
  static final String BRANCH = "frazil-branch";
  static final String DELTA = "frazil-delta";
  static final String BASE = "frazil-base";
  static final String UPTO = "frazil-upto";
  static final String REMOVES_OLDER_ROWS = "frazil-removes-older-rows";
  static final String ROWS = "frazil-rows";
  static final String BYTES = "frazil-bytes";
  static final String PART = "frazil-part";
  static final String PARTS = "frazil-parts";
  static final String SENDS = "frazil-sends";
  static final String WORKER = "frazil-worker";
  static final String POSITIONS = "frazil-positions";
  static final String DELTAS = "frazil-deltas";
  static final String TABLES = "frazil-tables";
  static final String COMMITTED = "frazil-committed";
  static final String VOIDED = "frazil-voided";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLE_KEY = "table";
  private static final String BRANCH_KEY = "branch";

  private final Headers headers;

  ControlHeaders(Headers headers) {
    this.headers = headers;
  }

  static int sizeOf(Headers headers) {
    int size = 0;
    for (Header header : headers) {
      size += header.key().length() + header.value().length;
    }
    return size;
  }

  ControlHeaders put(String name, Object value) {
    headers.add(name, value.toString().getBytes(StandardCharsets.UTF_8));
    return this;
  }

  ControlHeaders putOffsets(String name, Offsets offsets) {
    return put(name, print(OffsetsFormat.write(offsets)));
  }

  ControlHeaders putIds(String name, Collection<UUID> ids) {
    return put(name, print(ids.stream().map(UUID::toString).sorted().toList()));
  }

  ControlHeaders putTables(String name, Collection<TableRef> tables) {
    List<Map<String, String>> entries = new ArrayList<>();
    tables.stream()
        .sorted(Comparator.comparing(TableRef::table).thenComparing(TableRef::branch))
        .forEach(
            table -> {
              Map<String, String> entry = new LinkedHashMap<>();
              entry.put(TABLE_KEY, table.table());
              entry.put(BRANCH_KEY, table.branch());
              entries.add(entry);
            });
    return put(name, print(entries));
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(headers.lastHeader(name))
        .map(header -> new String(header.value(), StandardCharsets.UTF_8));
  }

  String text(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("header '%s' is missing".formatted(name)));
  }

  UUID id(String name) {
    return UUID.fromString(text(name));
  }

  int count(String name) {
    return Integer.parseInt(text(name));
  }

  long amount(String name) {
    return Long.parseLong(text(name));
  }

  Offsets offsets(String name) {
    return OffsetsFormat.read(parse(name, Map.class));
  }

  Set<UUID> ids(String name) {
    Set<UUID> ids = new HashSet<>();
    for (Object id : parse(name, List.class)) {
      ids.add(UUID.fromString(id.toString()));
    }
    return ids;
  }

  Set<TableRef> tables(String name) {
    Set<TableRef> tables = new HashSet<>();
    for (Object entry : parse(name, List.class)) {
      if (entry instanceof Map<?, ?> map
          && map.get(TABLE_KEY) instanceof String table
          && map.get(BRANCH_KEY) instanceof String branch) {
        tables.add(new TableRef(table, branch));
      } else {
        throw new IllegalArgumentException("header '%s' names no table".formatted(name));
      }
    }
    return tables;
  }

  private <T> T parse(String name, Class<T> type) {
    try {
      return JSON.readValue(text(name), type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("header '%s' is malformed".formatted(name), e);
    }
  }

  private static String print(Object tree) {
    try {
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write a header as JSON", e);
    }
  }
}
