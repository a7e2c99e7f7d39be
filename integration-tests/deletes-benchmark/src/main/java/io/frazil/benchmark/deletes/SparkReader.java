package io.frazil.benchmark.deletes;

import io.frazil.cluster.Installation;
import io.frazil.engine.EmbeddedCatalog;
import io.frazil.engine.Spark;
import io.frazil.process.JvmFlags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.stream.Collectors;

/**
 * Spark in a process of its own, on one core: it reads Parquet in batches of rows, as most engines
 * do.
 */
final class SparkReader implements Reader {
  private final Spark spark;

  private SparkReader(Spark spark) {
    this.spark = spark;
  }

  /**
   * Starts Spark.
   *
   * @param folder of its log and of what it puts aside
   */
  static SparkReader start(EmbeddedCatalog catalog, Path folder) {
    Spark spark = Spark.start(Installation.here(), folder, JvmFlags.usual("2g"));
    spark.attach(catalog);
    return new SparkReader(spark);
  }

  @Override
  public Reading read(Version version, Scan scan) {
    // Tables of this catalog are called <catalog>.<namespace>.<name> by Iceberg too.
    String table = version.table().name();
    String statement =
        "SELECT count(*) AS row_count, sum(%s) AS total%s FROM %s VERSION AS OF %d"
            .formatted(number(scan), touched(scan), table, version.snapshotId());
    Duration processorBefore = processorTime();
    long wallBefore = System.nanoTime();
    NavigableMap<String, Object> row = spark.query(statement).get(0);
    Cost cost =
        new Cost(
            Duration.ofNanos(System.nanoTime() - wallBefore),
            processorTime().minus(processorBefore));
    return new Reading(
        new Scan.Contents((long) row.get("row_count"), (long) row.get("total")), cost);
  }

  private static String number(Scan scan) {
    return switch (scan) {
      case FULL -> "order_id * (revision + 1)";
      case KEYS -> "order_id";
    };
  }

  /** Columns that nothing is asked of are not read. */
  private static String touched(Scan scan) {
    return switch (scan) {
      case FULL ->
          Orders.SCHEMA.columns().stream()
              .map(column -> ", max(" + column.name() + ")")
              .collect(Collectors.joining());
      case KEYS -> "";
    };
  }

  private Duration processorTime() {
    return spark.handle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    spark.close();
  }
}
