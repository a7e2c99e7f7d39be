package io.frazil.connector.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.schema.ColumnRequirement;
import io.frazil.connector.schema.NewTableSchema;
import io.frazil.connector.schema.TimestampUnit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that Debezium sent of tables with a column of each type arrive, in a table that is created
 * for them, as the file beside the samples says: the column's type, then what a reader gets, row by
 * row. {@code -Dfrazil.docs.write=true} writes these files anew, to be looked through.
 */
class SourceSamplesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FOLDER = "samples/";
  private static final Path SOURCES =
      Path.of("src", "test", "resources", "io", "frazil", "connector", "convert", "samples");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres",
        "postgres-connect-string",
        "postgres-iso-double",
        "postgres-nanoseconds",
        "postgres-unwrapped",
        "postgres-schemaless",
        "mariadb",
        "mysql"
      })
  void whatADatabaseSentArrivesAsStated(String source) throws IOException {
    Map<String, ConnectValue> rows = rows(source);
    Schema table =
        new NewTableSchema(List.of("id"), Set.of(), ColumnRequirement.AS_IN_SOURCE)
            .withFinestUnit(TimestampUnit.NANOSECONDS)
            .of(rows.values().iterator().next());

    String arrived = arrived(table, rows);

    if (Boolean.getBoolean("frazil.docs.write")) {
      Files.writeString(SOURCES.resolve(source + ".txt"), arrived);
    }
    assertThat(arrived).isEqualTo(text(source + ".txt"));
  }

  private static String arrived(Schema table, Map<String, ConnectValue> rows) throws IOException {
    RecordConverter converter = converter(table, Set.of()).withSpecialValues(SpecialValues.NULL);
    List<Record> written = rows.values().stream().map(converter::row).toList();
    List<Record> read = FileRoundTrip.of(table, FileFormat.PARQUET, written);
    List<String> names = List.copyOf(rows.keySet());
    StringBuilder text = new StringBuilder();
    for (Types.NestedField column : table.columns()) {
      text.append(column.name()).append(": ").append(column.type()).append('\n');
      for (int row = 0; row < read.size(); row++) {
        Object value = read.get(row).getField(column.name());
        Optional<String> refusal = refusal(table, column.name(), rows.get(names.get(row)));
        if (value != null || refusal.isPresent()) {
          text.append("  ").append(names.get(row)).append(": ").append(shown(value));
          refusal.ifPresent(message -> text.append(", or: ").append(message));
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  /** What is said of one value of the row where special values are errors. */
  private static Optional<String> refusal(Schema table, String column, ConnectValue row) {
    Set<String> others =
        table.columns().stream()
            .map(Types.NestedField::name)
            .filter(name -> !name.equals(column) && !name.equals("id"))
            .collect(Collectors.toSet());
    try {
      converter(table, others).row(row);
      return Optional.empty();
    } catch (ConversionException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static RecordConverter converter(Schema table, Set<String> fieldsLeftOut) {
    return new RecordConverter(table, fieldsLeftOut, NameMatching.EXACT, path -> {});
  }

  private static String shown(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(SourceSamplesTest::shown).toList().toString();
    }
    if (value instanceof Record struct) {
      List<String> fields = new ArrayList<>();
      for (Types.NestedField field : struct.struct().fields()) {
        fields.add(field.name() + "=" + shown(struct.getField(field.name())));
      }
      return fields.toString();
    }
    return String.valueOf(value);
  }

  private static Map<String, ConnectValue> rows(String source) throws IOException {
    JsonNode file = JSON.readTree(text(source + ".json"));
    Map<String, ConnectValue> rows = new LinkedHashMap<>();
    for (String name : names(file.get("payloads"))) {
      JsonNode payload = file.get("payloads").get(name);
      if (file.has("schema")) {
        ObjectNode message = JSON.createObjectNode();
        message.set("schema", file.get("schema"));
        message.set("payload", payload);
        rows.put(name, read(message, true));
      } else {
        rows.put(name, read(payload, false));
      }
    }
    return rows;
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new LinkedHashSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static ConnectValue read(JsonNode message, boolean schemasEnabled) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(
          Map.of("schemas.enable", schemasEnabled, "replace.null.with.default", false), false);
      SchemaAndValue read = converter.toConnectData("topic", message.toString().getBytes(UTF_8));
      return new ConnectValue(Optional.ofNullable(read.schema()), read.value());
    }
  }

  private static String text(String file) throws IOException {
    try (InputStream bytes = SourceSamplesTest.class.getResourceAsStream(FOLDER + file)) {
      return bytes == null ? "" : new String(bytes.readAllBytes(), UTF_8);
    }
  }
}
