package io.frazil.connector;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.transforms.dms.DmsCsvLine;
import io.frazil.transforms.dms.UnwrapDms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example is one that a worker would accept. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "config-examples");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)}");
  private static final String ROWS = "transforms.rows.";

  @Test
  void eachFolderHasAnExample() throws IOException {
    assertThat(examples())
        .extracting(example -> EXAMPLES.relativize(example).toString())
        .containsExactlyInAnyOrder(
            "debezium-mariadb/sink.json",
            "debezium-mariadb/source.json",
            "debezium-postgres/sink-all-tables.json",
            "debezium-postgres/sink.json",
            "debezium-postgres/source.json",
            "dms-kafka/sink-upsert.json",
            "glue-s3/sink-upsert.json",
            "inventory/sink-append.json",
            "inventory/sink-upsert.json",
            "inventory/source-file.json",
            "rest-catalog/sink-upsert.json",
            "schema-registry/sink-apicurio.json",
            "schema-registry/sink-confluent.json",
            "schema-registry/sink-glue.json",
            "schema-registry/source-apicurio.json");
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void anExampleOfASinkIsValid(Path example) throws IOException {
    Map<String, String> config = config(example);

    assertThat(config).containsEntry("connector.class", IcebergCdcSinkConnector.class.getName());
    assertThat(FrazilConfig.validate(config))
        .allSatisfy(value -> assertThat(value.errorMessages()).as(value.name()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theReadmeTellsEachVariableOfAnExample(Path example) throws IOException {
    String readme = Files.readString(EXAMPLES.resolve("README.md"));

    assertThat(VARIABLE.matcher(Files.readString(example)).results())
        .allSatisfy(variable -> assertThat(readme).contains("`" + variable.group(1) + "`"));
  }

  @Test
  void theTransformOfTheExampleReadsTheDataOfTheExample() throws IOException {
    List<Struct> rows = inventory();

    assertThat(rows).hasSize(13);
    assertThat(rows.stream().map(row -> row.getStruct("_cdc").getString("op")))
        .containsExactly("I", "I", "I", "I", "I", "I", "U", "I", "D", "U", "U", "I", "D");
    assertThat(rows.get(7).getString("product_name")).isEqualTo("Hose, 20 m");
  }

  @Test
  void theTransformOfTheExampleReadsMessagesOfDms() throws IOException {
    Map<String, String> config = config(EXAMPLES.resolve("dms-kafka/sink-upsert.json"));
    try (UnwrapDms<SinkRecord> transform = new UnwrapDms<>()) {
      transform.configure(options(config, "transforms.unwrap.", transform));
      Map<String, Object> message =
          Map.of(
              "metadata", Map.of("operation", "update", "stream-position", "1/2"),
              "before-image", Map.of("parcel_id", 1L),
              "data", Map.of("parcel_id", 2L));

      Map<?, ?> row =
          (Map<?, ?>)
              transform.apply(new SinkRecord("parcel", 0, null, "key", null, message, 0)).value();

      assertThat(row.get("parcel_id")).isEqualTo(2L);
      assertThat(row.get("_position")).isEqualTo("00000001/00000002");
      assertThat(((Map<?, ?>) row.get("_cdc")).get("before")).isEqualTo(Map.of("parcel_id", 1L));
    }
  }

  /** The options of a transform, which has to know them. */
  private static Map<String, String> options(
      Map<String, String> config, String prefix, Transformation<?> transform) {
    Map<String, String> options =
        config.entrySet().stream()
            .filter(option -> option.getKey().startsWith(prefix))
            .filter(option -> !option.getKey().equals(prefix + "type"))
            .collect(
                toMap(option -> option.getKey().substring(prefix.length()), Map.Entry::getValue));
    assertThat(config.get(prefix + "type")).isEqualTo(transform.getClass().getName());
    assertThat(transform.config().names()).containsAll(options.keySet());
    return options;
  }

  private static List<Struct> inventory() throws IOException {
    Map<String, String> config = config(EXAMPLES.resolve("inventory/source-file.json"));
    try (DmsCsvLine<SourceRecord> transform = new DmsCsvLine<>()) {
      transform.configure(options(config, ROWS, transform));
      return Stream.of("LOAD00000001", "20220302-1134010000", "20220302-1135010000")
          .map(file -> EXAMPLES.resolve("inventory/data/" + file + ".csv"))
          .flatMap(ExamplesTest::lines)
          .map(line -> (Struct) transform.apply(record(line)).value())
          .toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static SourceRecord record(String line) {
    return new SourceRecord(Map.of(), Map.of(), "inventory", Schema.STRING_SCHEMA, line);
  }

  private static List<Path> sinks() throws IOException {
    return examples().stream()
        .filter(example -> example.getFileName().toString().startsWith("sink"))
        .toList();
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .filter(file -> !file.startsWith(EXAMPLES.resolve("target")))
          .sorted()
          .toList();
    }
  }

  /** What a worker hands to the connector: the config and the name, variables filled in. */
  private static Map<String, String> config(Path example) throws IOException {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "false"), false);
      Map<?, ?> request =
          (Map<?, ?>) converter.toConnectData("example", Files.readAllBytes(example)).value();
      assertThat(request).as("%s", example).hasSize(2);
      Map<String, String> config =
          ((Map<?, ?>) request.get("config"))
              .entrySet().stream()
                  .collect(
                      toMap(
                          option -> (String) option.getKey(),
                          option ->
                              VARIABLE
                                  .matcher((String) option.getValue())
                                  .replaceAll(
                                      variable ->
                                          Matcher.quoteReplacement("/" + variable.group(1)))));
      config.put("name", (String) request.get("name"));
      return config;
    }
  }
}
