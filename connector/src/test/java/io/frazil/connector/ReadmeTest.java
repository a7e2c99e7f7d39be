package io.frazil.connector;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.Manual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages for users say about configurations and files is true. */
class ReadmeTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern JSON_BLOCK = Pattern.compile("(?s)```json\\n(.*?)```");
  private static final Pattern OPTION = Pattern.compile("`(iceberg\\.[\\w.<>-]+\\w>?)(=[\\w-]+)?`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern FAMILY = Pattern.compile("`(iceberg\\.[\\w.-]+\\.)\\*`");
  private static final List<String> TABLES =
      List.of(
          "iceberg.tables", "iceberg.tables.topic-to-table-map", "iceberg.tables.dynamic-enabled");
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theFirstConnectorIsTheExampleThatRuns() throws IOException {
    assertThat(firstConnector())
        .isEqualTo(
            JSON.readTree(ROOT.resolve("config-examples/inventory/sink-upsert.json").toFile()));
  }

  @ParameterizedTest
  @MethodSource("changesOfOptions")
  void eachExampleOfOptionsIsValidInThePlaceOfThoseOfTheFirstConnector(JsonNode options)
      throws IOException {
    Map<String, String> config = new HashMap<>(options(firstConnector().get("config")));
    Map<String, String> others = options(options);
    config.keySet().removeIf(key -> isReplaced(key, others));
    config.putAll(others);
    config.put("name", "example");

    assertThat(FrazilConfig.validate(config))
        .allSatisfy(value -> assertThat(value.errorMessages()).as(value.name()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void eachOptionThatIsNamedExists(Path page) throws IOException {
    String manual = Manual.connectorPage();
    List<String> families =
        FAMILY.matcher(manual).results().map(family -> family.group(1)).toList();

    assertThat(OPTION.matcher(Files.readString(page)).results().map(option -> option.group(1)))
        .allSatisfy(
            option ->
                assertThat(
                        manual.contains("`" + option + "`")
                            || families.stream().anyMatch(option::startsWith))
                    .as("%s is in the manual", option)
                    .isTrue());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void eachLinkLeadsToAFile(Path page) throws IOException {
    assertThat(LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)))
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
  }

  private static List<JsonNode> changesOfOptions() throws IOException {
    return jsonBlocks().stream().filter(block -> !block.has("config")).toList();
  }

  private static JsonNode firstConnector() throws IOException {
    return jsonBlocks().stream().filter(block -> block.has("config")).findFirst().orElseThrow();
  }

  private static List<JsonNode> jsonBlocks() throws IOException {
    return JSON_BLOCK
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .map(block -> read(block.group(1)))
        .toList();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("This is no JSON: " + json, e);
    }
  }

  private static Map<String, String> options(JsonNode object) {
    return JSON.convertValue(object, new TypeReference<>() {});
  }

  /** Another catalog, or other tables, take the options of the former away. */
  private static boolean isReplaced(String key, Map<String, String> others) {
    return (others.containsKey("iceberg.catalog") && key.startsWith("iceberg.catalog"))
        || (TABLES.stream().anyMatch(others::containsKey)
            && key.matches("iceberg\\.table(s|s\\.cdc-field|\\..*)"));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CHANGELOG.md", "config-examples/README.md")
                  .map(ROOT::resolve),
              docs.filter(page -> page.toString().endsWith(".md")).sorted())
          .toList();
    }
  }
}
