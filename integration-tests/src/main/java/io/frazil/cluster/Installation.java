package io.frazil.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Where the parts lie that {@code mvn package} has built.
 *
 * @param root the top folder of the project
 */
public record Installation(Path root) {
  private static final String KAFKA = "integration-tests/kafka/target";
  private static final String POSTGRES = "integration-tests/postgres/target";
  private static final String SOURCES = "integration-tests/sources/target";

  public Installation {
    root = root.toAbsolutePath().normalize();
  }

  /** The project named by the system property {@code frazil.root}, else the one we stand in. */
  public static Installation here() {
    return new Installation(Path.of(System.getProperty("frazil.root", "")));
  }

  /** The broker, and a Connect worker of the same version. */
  List<String> kafkaClassPath() {
    return List.of(existing(root.resolve(KAFKA).resolve("lib")).resolve("*").toString());
  }

  /**
   * The Connect worker; of another version if {@code frazil.worker.libs} names a folder of jars.
   */
  List<String> workerClassPath() {
    return Optional.ofNullable(System.getProperty("frazil.worker.libs"))
        .map(folder -> List.of(existing(Path.of(folder)).resolve("*").toString()))
        .orElseGet(this::kafkaClassPath);
  }

  /** Spark with Iceberg, and what makes queries of it. */
  public List<String> sparkClassPath() {
    return engineClassPath("integration-tests/spark/target");
  }

  /** Trino with its Iceberg connector, and what makes queries of it; for Java 25. */
  public List<String> trinoClassPath() {
    return engineClassPath("integration-tests/trino/target");
  }

  /** PostgreSQL's programs, in an archive. */
  public Path postgres() {
    return existingSource(POSTGRES + "/postgres");
  }

  /** MariaDB's programs. */
  public Path mariaDb() {
    return existingSource(SOURCES + "/mariadb");
  }

  /** Apicurio's registry. */
  public List<String> registryClassPath() {
    Path folder = existingSource(SOURCES + "/registry");
    return List.of(folder.resolve("*").toString(), folder.resolve("lib/*").toString());
  }

  /** The folder for {@code plugin.path} with Debezium's connector for PostgreSQL. */
  public Path postgresPlugins() {
    return existingSource(POSTGRES + "/plugins");
  }

  /**
   * The folder for {@code plugin.path} with Debezium's connector for MariaDB, and converters that
   * use a schema registry.
   */
  public Path sourcePlugins() {
    return existingSource(SOURCES + "/plugins");
  }

  /** A server that speaks S3's API: one jar, with all it needs inside. */
  public List<String> s3ClassPath() {
    Path folder = existingSource("integration-tests/storage/target/s3");
    return List.of(folder.resolve("*").toString());
  }

  private Path existingSource(String path) {
    Path folder = root.resolve(path);
    if (!Files.exists(folder)) {
      throw new IllegalStateException(
          "Cannot find '%s': servers and connectors for tests are gathered only where tests run. Run mvn verify at the top of the project."
              .formatted(folder));
    }
    return folder;
  }

  private List<String> engineClassPath(String target) {
    Path folder = root.resolve(target);
    Path libraries = folder.resolve("lib");
    if (!Files.exists(libraries)) {
      throw new IllegalStateException(
          "Cannot find '%s': query engines are built only where tests run. Run mvn verify at the top of the project, with -Ptrino for Trino."
              .formatted(libraries));
    }
    return List.of(folder.resolve("classes").toString(), libraries.resolve("*").toString());
  }

  /**
   * Folders for {@code plugin.path}: ours, unzipped as users do it, and Kafka's file connectors.
   */
  List<Path> pluginFolders() {
    return List.of(unzippedPlugin(), existing(root.resolve(KAFKA).resolve("plugins")));
  }

  /** The same, with one jar more among the libraries of our plugin, as users add a driver. */
  List<Path> pluginFoldersWith(Path jar) {
    return List.of(pluginWith(jar), existing(root.resolve(KAFKA).resolve("plugins")));
  }

  /** The plugin as it is published. */
  public Path pluginZip() {
    Path folder = existing(root.resolve("connector/target"));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("frazil-iceberg-cdc-.*\\.zip"))
          .findFirst()
          .orElseThrow(() -> missing(folder.resolve("frazil-iceberg-cdc-*.zip")));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot list '%s'.".formatted(folder), failure);
    }
  }

  private Path unzippedPlugin() {
    return unzippedPlugin("", unzipped -> {});
  }

  private Path pluginWith(Path jar) {
    return unzippedPlugin(
        "-with-" + jar.getFileName(),
        unzipped -> Files.copy(jar, libraries(unzipped).resolve(jar.getFileName())));
  }

  private static Path libraries(Path unzipped) throws IOException {
    try (Stream<Path> plugins = Files.list(unzipped)) {
      return plugins.findFirst().orElseThrow().resolve("lib");
    }
  }

  private Path unzippedPlugin(String suffix, Addition addition) {
    Path zip = pluginZip();
    try {
      String version = zip.getFileName() + "-" + Files.getLastModifiedTime(zip).toMillis() + suffix;
      Path target = root.resolve("integration-tests/target/plugins").resolve(version);
      if (!Files.exists(target)) {
        Files.createDirectories(target.getParent());
        Path unfinished = Files.createTempDirectory(target.getParent(), "unzipping-");
        unzip(zip, unfinished);
        addition.addTo(unfinished);
        Files.move(unfinished, target);
      }
      return target;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot unzip '%s'.".formatted(zip), failure);
    }
  }

  /** What a plugin gets besides what is in its zip. */
  private interface Addition {
    void addTo(Path unzipped) throws IOException;
  }

  private static void unzip(Path zip, Path target) throws IOException {
    try (ZipFile file = new ZipFile(zip.toFile())) {
      Enumeration<? extends ZipEntry> entries = file.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        Path path = target.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          try (InputStream content = file.getInputStream(entry)) {
            Files.copy(content, path);
          }
        }
      }
    }
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw missing(path);
    }
    return path;
  }

  private static IllegalStateException missing(Path path) {
    return new IllegalStateException(
        "Cannot find '%s': it is not built yet. Run mvn -DskipTests package at the top of the project."
            .formatted(path));
  }
}
