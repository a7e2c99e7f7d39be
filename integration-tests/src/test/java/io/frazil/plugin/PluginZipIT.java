package io.frazil.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.frazil.cluster.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PluginZipIT {
  private static final long MAX_BYTES = 180_000_000;
  private static final Path ZIP = Installation.here().pluginZip();

  private static ZipFile zip;

  @BeforeAll
  static void open() throws IOException {
    zip = new ZipFile(ZIP.toFile());
  }

  @AfterAll
  static void close() throws IOException {
    zip.close();
  }

  @Test
  void itHasTheLayoutOfAConfluentHubComponent() throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(zip.getInputStream(entry("manifest.json")));

    assertThat(manifest.get("name").asText()).isEqualTo("frazil-iceberg-cdc");
    assertThat(manifest.get("owner").get("username").asText()).isEqualTo("frazil");
    assertThat(manifest.get("component_types"))
        .extracting(JsonNode::asText)
        .contains("sink", "transform");
    String folder = "frazil-frazil-iceberg-cdc-%s/".formatted(manifest.get("version").asText());
    assertThat(zip.stream().map(ZipEntry::getName)).allMatch(name -> name.startsWith(folder));
    assertThat(entries("doc/")).contains("LICENSE", "NOTICE", "CHANGELOG.md");
    assertThat(jars())
        .contains(
            "frazil-connector-%s.jar".formatted(manifest.get("version").asText()),
            "frazil-transforms-%s.jar".formatted(manifest.get("version").asText()));
  }

  @Test
  void itIsSmallEnoughToBeUploaded() throws IOException {
    assertThat(Files.size(ZIP)).isLessThan(MAX_BYTES);
  }

  @Test
  void itHasNothingThatTheWorkerBrings() {
    assertThat(classes().keySet())
        .noneMatch(name -> name.startsWith("org/apache/kafka/"))
        .noneMatch(name -> name.startsWith("org/slf4j/"))
        .noneMatch(name -> name.startsWith("org/apache/log4j/"))
        .noneMatch(name -> name.startsWith("org/apache/logging/"))
        .noneMatch(name -> name.startsWith("com/github/luben/zstd/"))
        .noneMatch(name -> name.startsWith("org/xerial/snappy/"));
  }

  @Test
  void itHasEachClassOnce() {
    // Parquet's jars each carry a part of fastutil; what several of them have is the same bytes.
    Predicate<Map.Entry<String, List<Long>>> isShared =
        entry ->
            entry.getKey().startsWith("shaded/parquet/")
                && Set.copyOf(entry.getValue()).size() == 1;
    List<String> moreThanOnce =
        classes().entrySet().stream()
            .filter(entry -> entry.getValue().size() > 1)
            .filter(isShared.negate())
            .map(Map.Entry::getKey)
            .toList();

    assertThat(moreThanOnce).isEmpty();
  }

  @Test
  void itIsNotApachesSinkInDisguise() {
    assertThat(jars()).noneMatch(jar -> jar.matches("iceberg-kafka-connect-\\d.*"));
  }

  @Test
  void itSaysWhatItOffersWithoutBeingScanned() {
    assertThat(services("org.apache.kafka.connect.sink.SinkConnector"))
        .containsExactly("io.frazil.connector.IcebergCdcSinkConnector");
    assertThat(services("org.apache.kafka.connect.transforms.Transformation")).isNotEmpty();
  }

  private static List<String> jars() {
    return entries("lib/");
  }

  private static List<String> entries(String folder) {
    return zip.stream()
        .map(ZipEntry::getName)
        .filter(name -> name.contains("/" + folder) && !name.endsWith("/"))
        .map(name -> name.substring(name.indexOf("/" + folder) + 1 + folder.length()))
        .toList();
  }

  /** Names of the classes of all jars, each with the check sum of every occurrence. */
  private static Map<String, List<Long>> classes() {
    return jars().stream()
        .flatMap(PluginZipIT::files)
        .filter(file -> file.path().endsWith(".class"))
        .filter(file -> !file.path().contains("module-info"))
        .filter(file -> !file.path().startsWith("META-INF/versions/"))
        .collect(groupingBy(FileInJar::path, mapping(FileInJar::checkSum, toList())));
  }

  /** The providers that our own jars name for a service. */
  private static List<String> services(String type) {
    return jars().stream()
        .filter(jar -> jar.startsWith("frazil-"))
        .flatMap(PluginZipIT::files)
        .filter(file -> file.path().equals("META-INF/services/" + type))
        .flatMap(file -> file.service().lines())
        .toList();
  }

  private static Stream<FileInJar> files(String jar) {
    List<FileInJar> files = new ArrayList<>();
    try (JarInputStream input = new JarInputStream(zip.getInputStream(entry("lib/" + jar)))) {
      for (JarEntry file = input.getNextJarEntry(); file != null; file = input.getNextJarEntry()) {
        files.add(FileInJar.of(file.getName(), input.readAllBytes()));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(jar), failure);
    }
    return files.stream();
  }

  private static ZipEntry entry(String path) {
    return zip.stream()
        .filter(entry -> entry.getName().endsWith("/" + path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("'%s' is missing.".formatted(path)));
  }

  private record FileInJar(String path, long checkSum, String service) {
    static FileInJar of(String path, byte[] content) {
      CRC32 checkSum = new CRC32();
      checkSum.update(content);
      // Only services are read, and all classes at once would not fit into memory.
      boolean isService = path.startsWith("META-INF/services/");
      return new FileInJar(path, checkSum.getValue(), isService ? new String(content, UTF_8) : "");
    }
  }
}
