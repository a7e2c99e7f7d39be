package io.frazil.engine;

import io.frazil.cluster.Installation;
import io.frazil.process.JvmFlags;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;

/** Spark with Iceberg's runtime, in one session that lasts as long as this. */
public final class Spark implements QueryEngine {
  // As Spark's own launcher opens them; without, it cannot run in Java 17.
  private static final List<String> OPEN_PACKAGES =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final EngineProcess process;

  private Spark(EngineProcess process) {
    this.process = process;
  }

  /** Starts Spark with its log in the folder; it has not come up yet when this returns. */
  public static Spark start(Installation installation, Path folder) {
    return start(installation, folder, JvmFlags.small().with("-Xmx768m"));
  }

  /** As {@link #start(Installation, Path)}, in a JVM that runs like this. */
  public static Spark start(Installation installation, Path folder, JvmFlags jvm) {
    return new Spark(
        EngineProcess.start(
            new EngineProgram(
                "Spark",
                "io.frazil.spark.SparkQueries",
                installation.sparkClassPath(),
                flags(jvm, folder),
                Path.of(System.getProperty("java.home")),
                folder.resolve("spark.log"))));
  }

  private static JvmFlags flags(JvmFlags jvm, Path folder) {
    JvmFlags flags =
        jvm.with("-Djdk.reflect.useDirectMethodHandle=false")
            .with("-Dspark.local.dir=" + folder.resolve("spark-local"))
            .with("-Dspark.sql.warehouse.dir=" + folder.resolve("spark-warehouse"));
    for (String name : OPEN_PACKAGES) {
      flags = flags.with("--add-opens=java.base/%s=ALL-UNNAMED".formatted(name));
    }
    return flags;
  }

  @Override
  public void attach(EmbeddedCatalog catalog) {
    String key = "spark.sql.catalog." + catalog.name();
    set(key, "org.apache.iceberg.spark.SparkCatalog");
    set(key + ".type", "jdbc");
    set(key + ".uri", catalog.uri());
    set(key + ".jdbc.schema-version", "V1");
    set(key + ".warehouse", catalog.warehouse());
    // Others change the tables all the time.
    set(key + ".cache-enabled", "false");
  }

  private void set(String key, String value) {
    query("SET `%s`=`%s`".formatted(key, value));
  }

  @Override
  public List<NavigableMap<String, Object>> query(String statement) {
    return process.query(statement);
  }

  /** The process that Spark runs in. */
  public ProcessHandle handle() {
    return process.handle();
  }

  @Override
  public void close() {
    process.close();
  }
}
