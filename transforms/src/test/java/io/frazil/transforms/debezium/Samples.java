package io.frazil.transforms.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;

/**
 * Records that Debezium sent, as a sink's transforms see them: through the JSON converter, with
 * schemas or without. Each folder of handling modes is one file: its schemas, then its records.
 */
final class Samples {
  /** The folders that were recorded with schemas. */
  static final List<String> WITH_SCHEMAS =
      List.of(
          "mariadb-json-schema",
          "mysql-json-schema",
          "postgres-json-schema",
          "postgres-json-schema-null-replaced-by-default",
          "postgres-modes-connect-time-decimal-string",
          "postgres-modes-isostring-decimal-double",
          "postgres-modes-nanoseconds",
          "postgres-unwrap-rewrite");

  /** The folder that was recorded without. */
  static final String SCHEMALESS = "postgres-schemaless";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Samples() {}

  /** Whether records have schemas. */
  enum Form {
    SCHEMA("true"),
    SCHEMALESS("false");

    private final String enabled;

    Form(String enabled) {
      this.enabled = enabled;
    }
  }

  /**
   * One record.
   *
   * @param step the step of the scenario that it belongs to
   * @param payload its value as plain JSON
   * @param record it
   */
  record Sample(String step, JsonNode payload, SinkRecord record) {
    @Override
    public String toString() {
      return step + " " + record.topic() + "@" + record.kafkaOffset();
    }
  }

  static List<Sample> of(String folder, Form form) {
    List<JsonNode> schemas = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    try (InputStream file = Samples.class.getResourceAsStream("/debezium/" + folder + ".jsonl");
        JsonConverter converter = converter(Form.SCHEMA)) {
      for (String line : new String(file.readAllBytes(), UTF_8).lines().toList()) {
        JsonNode node = MAPPER.readTree(line);
        if (node.has("schema")) {
          schemas.add(node.get("schema"));
        } else {
          samples.add(
              sample(
                  node,
                  part(converter, schemas, node, "key", form),
                  part(converter, schemas, node, "value", form)));
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return samples;
  }

  /** A value without a schema, from JSON. */
  static Object schemaless(String json) {
    try (JsonConverter converter = converter(Form.SCHEMALESS)) {
      return converter.toConnectData("any", json.getBytes(UTF_8)).value();
    }
  }

  /** A value as JSON, without its schema. */
  static String json(SchemaAndValue value) {
    if (value.value() == null) {
      return "null";
    }
    try (JsonConverter converter = converter(Form.SCHEMALESS)) {
      return new String(converter.fromConnectData("any", value.schema(), value.value()), UTF_8);
    }
  }

  private static JsonConverter converter(Form form) {
    JsonConverter converter = new JsonConverter();
    converter.configure(
        Map.of("schemas.enable", form.enabled, "replace.null.with.default", "false"), false);
    return converter;
  }

  private static Sample sample(JsonNode node, SchemaAndValue key, SchemaAndValue value) {
    String topic = node.get("topic").asText();
    return new Sample(
        node.get("step").asText(),
        node.get("value"),
        new SinkRecord(
            topic,
            node.get("partition").asInt(),
            key.schema(),
            key.value(),
            value.schema(),
            value.value(),
            node.get("offset").asLong(),
            node.get("timestamp").asLong(),
            TimestampType.CREATE_TIME,
            headers(topic, node.get("headers"))));
  }

  private static Headers headers(String topic, JsonNode node) {
    ConnectHeaders headers = new ConnectHeaders();
    try (SimpleHeaderConverter converter = new SimpleHeaderConverter()) {
      node.properties()
          .forEach(
              header ->
                  headers.add(
                      header.getKey(),
                      converter.toConnectHeader(
                          topic, header.getKey(), header.getValue().asText().getBytes(UTF_8))));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return headers;
  }

  private static SchemaAndValue part(
      JsonConverter converter, List<JsonNode> schemas, JsonNode node, String part, Form form) {
    JsonNode payload = node.get(part);
    JsonNode schema = node.get(part + "Schema");
    if (payload.isNull()) {
      return SchemaAndValue.NULL;
    }
    if (form == Form.SCHEMALESS || schema.isNull()) {
      return new SchemaAndValue(null, schemaless(payload.toString()));
    }
    ObjectNode both = MAPPER.createObjectNode();
    both.set("schema", schemas.get(schema.asInt()));
    both.set("payload", payload);
    return converter.toConnectData(node.get("topic").asText(), both.toString().getBytes(UTF_8));
  }
}
