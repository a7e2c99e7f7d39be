package io.frazil.engine;

import io.frazil.cluster.Installation;
import io.frazil.process.JvmFlags;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** Trino with its Iceberg connector, on one node. It needs a newer Java than this project. */
public final class Trino implements QueryEngine {
  /** The system property that names the folder of a JDK 25. */
  public static final String JAVA_HOME = "frazil.java25.home";

  private static final JvmFlags FLAGS =
      JvmFlags.small()
          .with("-Xmx1g")
          .with("--add-modules=jdk.incubator.vector")
          .with("--enable-native-access=ALL-UNNAMED")
          .with("--sun-misc-unsafe-memory-access=allow")
          .with("--add-opens=java.base/java.nio=ALL-UNNAMED");

  private final EngineProcess process;

  private Trino(EngineProcess process) {
    this.process = process;
  }

  /** Starts Trino with its log in the folder; it has not come up yet when this returns. */
  public static Trino start(Installation installation, Path folder) {
    return new Trino(
        EngineProcess.start(
            new EngineProgram(
                "Trino",
                "io.frazil.trino.TrinoQueries",
                installation.trinoClassPath(),
                FLAGS,
                javaHome(),
                folder.resolve("trino.log"))));
  }

  private static Path javaHome() {
    return Optional.ofNullable(System.getProperty(JAVA_HOME))
        .map(Path::of)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot start Trino: it needs a JDK 25, and property '%s' does not name one. Run Maven with -Ptrino."
                        .formatted(JAVA_HOME)));
  }

  @Override
  public void attach(EmbeddedCatalog catalog) {
    query(
        """
        CREATE CATALOG IF NOT EXISTS %s USING iceberg WITH (
          "iceberg.catalog.type" = 'jdbc',
          "iceberg.jdbc-catalog.driver-class" = 'org.sqlite.JDBC',
          "iceberg.jdbc-catalog.connection-url" = '%s',
          "iceberg.jdbc-catalog.catalog-name" = '%s',
          "iceberg.jdbc-catalog.schema-version" = 'V1',
          "iceberg.jdbc-catalog.default-warehouse-dir" = '%s',
          "fs.local.enabled" = 'true',
          "local.location" = '/'
        )
        """
            .formatted(catalog.name(), catalog.uri(), catalog.name(), catalog.warehouse()));
  }

  @Override
  public List<NavigableMap<String, Object>> query(String statement) {
    return process.query(statement);
  }

  @Override
  public void close() {
    process.close();
  }
}
