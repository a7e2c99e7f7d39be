package io.frazil.transforms.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.frazil.transforms.debezium.Samples.Form;
import io.frazil.transforms.debezium.Samples.Sample;
import io.frazil.transforms.record.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unwraps all that Debezium sent. The small tables are compared with files beside the samples; run
 * with {@code -Dfrazil.golden.write=true} it writes them instead.
 */
class SamplesReplayTest {
  private static final Map<String, String> OPERATIONS =
      Map.of("c", "I", "r", "I", "u", "U", "d", "D", "t", "T");

  static Stream<Arguments> folders() {
    return Stream.concat(
        Samples.WITH_SCHEMAS.stream()
            .flatMap(folder -> Stream.of(Form.values()).map(form -> Arguments.of(folder, form))),
        Stream.of(Arguments.of(Samples.SCHEMALESS, Form.SCHEMALESS)));
  }

  @ParameterizedTest
  @MethodSource("folders")
  void aRecordBecomesWhatItsOperationSays(String folder, Form form) {
    for (Sample sample : Samples.of(folder, form)) {
      SinkRecord unwrapped = unwrap(sample.record());

      Optional<String> operation = operation(sample.payload());
      if (sample.payload().isNull()) {
        assertThat(unwrapped).as("%s", sample).isSameAs(sample.record());
      } else if (operation.isEmpty()) {
        assertThat(unwrapped.key()).as("%s", sample).isNull();
        assertThat(unwrapped.value()).as("%s", sample).isNull();
      } else {
        assertThat(facts(unwrapped).text("op")).as("%s", sample).isEqualTo(operation);
        assertThat(facts(unwrapped).get("ts")).as("%s", sample).isPresent();
        assertThat(facts(unwrapped).get("key"))
            .as("%s", sample)
            .isEqualTo(Optional.ofNullable(sample.record().key()));
        assertThat(unwrapped.key()).as("%s", sample).isEqualTo(sample.record().key());
        assertThat(unwrapped.headers()).as("%s", sample).isEqualTo(sample.record().headers());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void theRowIsThatAfterTheChangeAndOfADeletedOneOnlyTheKey(String folder, Form form) {
    for (Sample sample : Samples.of(folder, form)) {
      Optional<String> operation = operation(sample.payload());
      if (operation.isPresent()) {
        Fields record = Fields.of(sample.record().value()).orElseThrow();
        SinkRecord unwrapped = unwrap(sample.record());
        Map<String, Object> row = row(unwrapped);
        switch (operation.get()) {
          case "I", "U" -> assertThat(row).as("%s", sample).isEqualTo(after(record));
          case "D" -> {
            assertThat(present(row)).as("%s", sample).isEqualTo(present(key(sample, record)));
            assertThat(facts(unwrapped).nested("before")).as("%s", sample).isPresent();
          }
          default -> assertThat(row).as("%s", sample).isEmpty();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void thePositionsOfATopicNeverGoBack(String folder, Form form) {
    Map<String, String> last = new HashMap<>();
    for (Sample sample : Samples.of(folder, form)) {
      if (operation(sample.payload()).isPresent()) {
        String position = facts(unwrap(sample.record())).text("position").orElseThrow();
        assertThat(position)
            .as("%s", sample)
            .isGreaterThanOrEqualTo(last.getOrDefault(sample.record().topic(), ""));
        last.put(sample.record().topic(), position);
      }
    }
    assertThat(last).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mariadb-json-schema",
        "mysql-json-schema",
        "postgres-json-schema",
        "postgres-unwrap-rewrite"
      })
  void whatComesOutIsAsItWas(String folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Sample sample : Samples.of(folder, Form.SCHEMA)) {
      String topic = sample.record().topic();
      if (!topic.endsWith(".types") && !topic.contains(".toast")) {
        SinkRecord unwrapped = unwrap(sample.record());
        lines.add(
            sample
                + " "
                + Samples.json(new SchemaAndValue(unwrapped.keySchema(), unwrapped.key()))
                + " "
                + Samples.json(new SchemaAndValue(unwrapped.valueSchema(), unwrapped.value())));
      }
    }
    String text = String.join("\n", lines) + "\n";
    Path golden = Path.of("src", "test", "resources", "debezium", folder + ".golden.txt");
    if (Boolean.getBoolean("frazil.golden.write")) {
      Files.writeString(golden, text);
    }
    assertThat(golden).hasContent(text);
  }

  private static SinkRecord unwrap(SinkRecord record) {
    try (UnwrapDebezium<SinkRecord> transform = new UnwrapDebezium<>()) {
      transform.configure(Map.of());
      return transform.apply(record);
    }
  }

  private static Optional<String> operation(JsonNode payload) {
    String code = payload.path("op").asText(payload.path("__op").asText("none"));
    return Optional.ofNullable(OPERATIONS.get(code));
  }

  private static Fields facts(SinkRecord unwrapped) {
    return Fields.of(unwrapped.value()).orElseThrow().nested("_cdc").orElseThrow();
  }

  private static Map<String, Object> row(SinkRecord unwrapped) {
    Map<String, Object> row = all(Fields.of(unwrapped.value()).orElseThrow());
    row.remove("_cdc");
    return row;
  }

  private static Map<String, Object> after(Fields record) {
    if (record.has("after")) {
      return all(record.nested("after").orElseThrow());
    }
    Map<String, Object> row = all(record);
    row.keySet().removeAll(List.of("__deleted", "__op", "__table", "__lsn", "__source_ts_ms"));
    return row;
  }

  private static Map<String, Object> key(Sample sample, Fields record) {
    return Fields.of(sample.record().key())
        .map(SamplesReplayTest::all)
        .orElseGet(
            () ->
                record.has("before") ? all(record.nested("before").orElseThrow()) : after(record));
  }

  private static Map<String, Object> all(Fields fields) {
    Map<String, Object> all = new LinkedHashMap<>();
    fields.names().forEach(name -> all.put(name, fields.get(name).orElse(null)));
    return all;
  }

  private static Map<String, Object> present(Map<String, Object> row) {
    Map<String, Object> present = new LinkedHashMap<>(row);
    present.values().removeIf(value -> value == null);
    return present;
  }
}
