package io.frazil.transforms.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/** Recorded and hand-made records, each file a step of a scenario. */
public final class Samples {
  private static final Path FOLDER = Path.of("src", "test", "resources", "samples");

  private Samples() {}

  /** The files of a folder that end so, in their order. */
  public static List<Path> files(String folder, String ending) {
    try (Stream<Path> files = Files.walk(FOLDER.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The file of a folder with this name. */
  public static Path file(String folder, String name) {
    return files(folder, name).stream()
        .filter(file -> file.endsWith(name))
        .findFirst()
        .orElseThrow();
  }

  /** The lines of a file. */
  public static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The descriptions of the records of a file: topic, key, value and so on. */
  public static List<Map<?, ?>> descriptions(Path file) {
    Map<?, ?> step = (Map<?, ?>) json(String.join("\n", lines(file)));
    return ((List<?>) step.get("records"))
        .stream().<Map<?, ?>>map(record -> (Map<?, ?>) record).toList();
  }

  /** What JSON text says, in maps and lists. */
  public static Object json(String text) {
    return converted(text.getBytes(StandardCharsets.UTF_8), "false").value();
  }

  /** What a converter for schemas makes of a schema with a payload. */
  public static SchemaAndValue withSchema(Object schemaAndPayload) {
    if (schemaAndPayload == null) {
      return SchemaAndValue.NULL;
    }
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "false"), false);
      return converted(converter.fromConnectData("sample", null, schemaAndPayload), "true");
    }
  }

  private static SchemaAndValue converted(byte[] json, String withSchemas) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(
          Map.of("schemas.enable", withSchemas, "replace.null.with.default", "false"), false);
      return converter.toConnectData("sample", json);
    }
  }

  /** A record at the place of a description. */
  public static SinkRecord record(Map<?, ?> description, SchemaAndValue key, SchemaAndValue value) {
    return new SinkRecord(
        (String) description.get("topic"),
        ((Number) description.get("partition")).intValue(),
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        ((Number) description.get("offset")).longValue(),
        ((Number) description.get("timestamp")).longValue(),
        TimestampType.CREATE_TIME);
  }

  /** The same record with another key and another value. */
  public static SinkRecord with(SinkRecord record, SchemaAndValue key, SchemaAndValue value) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        record.timestamp());
  }

  /** A change in short, from maps or structs. */
  public static String told(SinkRecord change) {
    if (change.value() == null) {
      return change.key() == null ? "nothing" : "tombstone " + Structs.maps(change.key());
    }
    Map<Object, Object> row = new TreeMap<>((Map<?, ?>) Structs.maps(change.value()));
    Map<?, ?> facts = (Map<?, ?>) row.remove("_cdc");
    Object before = facts.get("before") instanceof Map<?, ?> image ? new TreeMap<>(image) : null;
    return "%s %s %s before %s".formatted(facts.get("op"), Structs.maps(change.key()), row, before);
  }
}
