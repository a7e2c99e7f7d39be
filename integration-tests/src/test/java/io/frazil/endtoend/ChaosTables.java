package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.KafkaCluster;
import io.frazil.server.Servers;
import io.frazil.storage.StorageDoor;
import io.frazil.table.SnapshotInfo;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/**
 * Two mirrors and a history of one topic, in Glue and S3 that fail on demand: one mirror of format
 * version 3, whose rows move from partition to partition, and one of version 2.
 */
record ChaosTables(Pipeline pipeline, GlueWarehouse warehouse, StorageDoor storage)
    implements AutoCloseable {
  static final String WITH_VECTORS = Pipeline.MIRROR;
  static final String WITH_POSITION_DELETES = "db.positions";
  static final List<String> MIRRORS = List.of(WITH_VECTORS, WITH_POSITION_DELETES);
  static final List<String> NAMES = List.of(WITH_VECTORS, WITH_POSITION_DELETES, Pipeline.HISTORY);

  /** The one that is missing while the others are not. */
  static final String HIDDEN = WITH_POSITION_DELETES;

  private static final int PARTITIONS = 4;
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "part", Types.LongType.get()),
          Types.NestedField.optional(4, "seq", Types.LongType.get()));

  /** Creates topic and tables; the connector waits for its start. */
  static ChaosTables create(KafkaCluster cluster, Path warehouses, String name, long seed) {
    GlueWarehouse warehouse = GlueWarehouse.start(name);
    StorageDoor storage = StorageDoor.to(Servers.s3().uri(), seed);
    Map<String, String> catalog = new HashMap<>(warehouse.properties());
    catalog.put("s3.endpoint", storage.uri().toString());
    // What the client of S3 gets over by itself is no trial.
    catalog.put("s3.retry.num-retries", "1");
    catalog.put("s3.retry.min-wait-ms", "100");
    catalog.put("s3.retry.max-wait-ms", "200");
    Pipeline pipeline =
        Pipeline.create(cluster, warehouses, name, PARTITIONS, seed)
            .withCatalog(catalog)
            .with("iceberg.tables", String.join(",", NAMES))
            .with("iceberg.table.%s.id-columns".formatted(WITH_POSITION_DELETES), "id")
            .with("iceberg.tables.auto-create-enabled", "false")
            // The number of tasks changes during outages too.
            .with("iceberg.preflight.enabled", "false")
            .with("iceberg.control.topic", "control-" + name)
            .with("iceberg.control.commit.interval-ms", "1000")
            // No outage is to last so long that tasks give up.
            .with("iceberg.control.commit.max-consecutive-failures", "100")
            // Who leads is to be noticed gone soon.
            .with("iceberg.kafka.session.timeout.ms", "3000")
            .with("iceberg.kafka.heartbeat.interval.ms", "500");
    ChaosTables tables = new ChaosTables(pipeline, warehouse, storage);
    tables.createTables();
    return tables;
  }

  private void createTables() {
    try (Warehouse owner = pipeline.open()) {
      Catalog catalog = owner.catalog();
      ((SupportsNamespaces) catalog).createNamespace(Namespace.of("db"));
      PartitionSpec moving = PartitionSpec.builderFor(SCHEMA).bucket("name", 2).build();
      create(catalog, WITH_VECTORS, moving, 3);
      create(catalog, WITH_POSITION_DELETES, PartitionSpec.unpartitioned(), 2);
      create(catalog, Pipeline.HISTORY, PartitionSpec.unpartitioned(), 2);
    }
  }

  private static void create(Catalog catalog, String name, PartitionSpec spec, int formatVersion) {
    catalog.createTable(
        TableIdentifier.parse(name),
        SCHEMA,
        spec,
        Map.of("format-version", Integer.toString(formatVersion)));
  }

  /** The connector's control topic, which is nobody else's. */
  String controlTopic() {
    return "control-" + pipeline.name();
  }

  void begin(Outage outage) {
    outage.begin(warehouse.glue().faults(), storage);
  }

  void endOutages() {
    Outage.endAll(warehouse.glue().faults(), storage);
  }

  /** How many requests to catalog and storage have failed until now. */
  int failures() {
    return warehouse.glue().faults().met() + storage.failures();
  }

  /**
   * The offsets that the connector's last commit has brought a table to; later ones may be others'.
   */
  NavigableMap<String, Long> offsets(String table) {
    List<SnapshotInfo> history = pipeline.look(table, TableReader::history);
    NavigableMap<String, Long> offsets = new TreeMap<>();
    for (SnapshotInfo snapshot : history) {
      NavigableMap<String, Long> told = snapshot.offsets(pipeline.name());
      if (!told.isEmpty()) {
        offsets = told;
      }
    }
    return offsets;
  }

  /**
   * Every change is in the tables, and each once; so it was at each snapshot, as far as it is
   * looked at, also at those that were rolled back; every file is there, and named once.
   */
  void check(Random random) {
    MIRRORS.forEach(pipeline::checkMirror);
    pipeline.checkHistory();
    NAMES.forEach(name -> checkTrails(name, random));
  }

  private void checkTrails(String name, Random random) {
    try (Warehouse warehouse = pipeline.open()) {
      TableReader reader = warehouse.table(name).orElseThrow();
      List<SnapshotTrail> trails = SnapshotTrail.of(reader);
      assertThat(trails).isNotEmpty();
      for (SnapshotTrail trail : trails) {
        trail.checkFiles();
        trail.checkPresence(reader.table());
        trail.checkOffsets(pipeline.name());
        if (name.equals(Pipeline.HISTORY)) {
          trail.checkCounts(pipeline.name());
        } else {
          checkSomeRows(trail, reader, random);
        }
      }
    }
  }

  /** Reading all rows takes its time: it is done for any one snapshot, or the one rolled back. */
  private void checkSomeRows(SnapshotTrail trail, TableReader reader, Random random) {
    int last = trail.steps().size() - 1;
    int step = trail.endsWith(reader.table().currentSnapshot()) ? random.nextInt(last + 1) : last;
    pipeline
        .changes()
        .checkMirrorAt(
            trail.offsetsAt(step, pipeline.name()),
            trail.nameOf(step),
            reader.rows(trail.steps().get(step).snapshot().id()));
  }

  @Override
  public void close() throws IOException {
    pipeline.close();
    storage.close();
    warehouse.close();
  }
}
