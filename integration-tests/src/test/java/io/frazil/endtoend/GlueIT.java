package io.frazil.endtoend;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.Installation;
import io.frazil.cluster.SharedCluster;
import io.frazil.fault.Trouble;
import io.frazil.glue.Fault;
import io.frazil.glue.GlueError;
import io.frazil.table.TableReader;
import io.frazil.table.Warehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** AWS Glue and S3, as they are and as they fail. */
class GlueIT {
  private static final String UPDATE = "UpdateTable";
  private static final String CREATE_DATABASE = "CreateDatabase";
  private static final String MAX_FAILURES = "iceberg.control.commit.max-consecutive-failures";

  /** Oftener than a client of AWS tries by itself, as the cluster has it. */
  private static final int LASTING = 3;

  private static final List<Trouble<Fault>> PASSING =
      List.of(
          new Trouble<>("another writer", 3, UPDATE, new Fault.Overtaken()),
          new Trouble<>("lost answers", 3, UPDATE, new Fault.AnswerLost()),
          new Trouble<>("throttling", LASTING, UPDATE, refused(GlueError.throttled())),
          new Trouble<>("failing", LASTING, UPDATE, refused(GlueError.internal())),
          new Trouble<>("a limit", 2, UPDATE, refused(GlueError.tooMany())),
          new Trouble<>("invalid", 2, UPDATE, refused(GlueError.invalidInput("Invalid input."))),
          new Trouble<>("throttled reads", LASTING, "GetTable", refused(GlueError.throttled())),
          new Trouble<>("failing reads", LASTING, "GetTable", refused(GlueError.internal())));

  private static final int MEBIBYTE = 1 << 20;

  @RegisterExtension static final SharedCluster RUNNING = CatalogCluster.shared();

  private static Fault refused(GlueError error) {
    return new Fault.Refused(error);
  }

  @Test
  void faultsThatPassLoseNothingAndDoubleNothing() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-faults");
        Pipeline pipeline = pipeline(warehouse).with(MAX_FAILURES, "100")) {
      pipeline.start(1).send(100).awaitApplied();

      Load load = pipeline.keepSending();
      try (load) {
        for (Trouble<Fault> trouble : PASSING) {
          trouble.befall(warehouse.glue().faults());
          pipeline.awaitProgress();
        }
      }

      pipeline.verify();
      assertThat(warehouse.glue().actions())
          .as("rights that the documentation asks for")
          .containsOnly("GetDatabase", CREATE_DATABASE, "GetTable", "CreateTable", UPDATE);
      assertThat(warehouse.glue().table("db", "mirror"))
          .hasValueSatisfying(
              table -> {
                assertThat(table.version()).isGreaterThan(PASSING.size());
                assertThat(table.archived()).as("versions that Glue keeps").isZero();
              });
    }
  }

  @Test
  void aTableWhoseCreationIsNotAnsweredIsCreatedAllTheSame() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-creation");
        Pipeline pipeline = pipeline(warehouse)) {
      warehouse.glue().faults().next(1, CREATE_DATABASE, new Fault.AnswerLost());
      warehouse.glue().faults().next(2, "CreateTable", new Fault.AnswerLost());

      pipeline.start(1).send(100).verify();

      assertThat(warehouse.glue().faults().pending()).isZero();
    }
  }

  @Test
  void whoMayNotUpdateATableIsToldSoAndNothingIsLost() {
    // One of them has no partition: that it is fine does not hide what the other is not.
    int tasks = 2;
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-denied");
        Pipeline pipeline = pipeline(warehouse).with(MAX_FAILURES, "1")) {
      pipeline.start(tasks).send(100).awaitApplied();

      warehouse.glue().faults().begin(UPDATE, Fault.denied(UPDATE));
      pipeline.send(100);
      String trace = pipeline.rest().awaitFailure(pipeline.name());
      warehouse.glue().faults().end(UPDATE);

      assertThat(trace)
          .contains("Cannot commit to table db.", "is not authorized to perform: glue:UpdateTable");
      pipeline.restart(tasks).send(100).verify();
    }
  }

  @Test
  void aTableThatOthersAlwaysUpdateFirstFailsTheTaskAndNothingIsLost() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-overtaken");
        Pipeline pipeline = pipeline(warehouse).with(MAX_FAILURES, "1")) {
      pipeline.start(1).send(100).awaitApplied();

      warehouse.glue().faults().begin(UPDATE, new Fault.Overtaken());
      pipeline.send(100);
      String trace = pipeline.rest().awaitFailure(pipeline.name());
      warehouse.glue().faults().end(UPDATE);

      assertThat(trace).contains("Cannot commit to table db.", "rounds in a row");
      pipeline.restart(1).send(100).verify();
    }
  }

  @Test
  void whoMayNotCreateDatabasesIsToldSoAndNeedsNoRightWhereOneIsThere() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-database");
        Pipeline pipeline =
            pipeline(warehouse)
                .with(MAX_FAILURES, "1")
                .with("iceberg.control.commit.timeout-ms", "2000")) {
      warehouse.glue().faults().begin(CREATE_DATABASE, Fault.denied(CREATE_DATABASE));
      pipeline.start(1).send(100);
      String trace = pipeline.rest().awaitFailure(pipeline.name());
      int asked = warehouse.glue().actions().size();
      warehouse.glue().createDatabase("db", "s3://glue-database/elsewhere");

      assertThat(trace).contains("is not authorized to perform: glue:CreateDatabase");
      pipeline.restart(1).verify();
      List<String> since = warehouse.glue().actions();
      assertThat(since.subList(asked, since.size())).doesNotContain(CREATE_DATABASE);
      assertThat(pipeline.<String>look(Pipeline.MIRROR, reader -> reader.table().location()))
          .isEqualTo("s3://glue-database/elsewhere/mirror");
    }
  }

  @Test
  void tablesAreCreatedWithThePropertiesOfAwsRecipes() {
    Map<String, String> properties =
        Map.of(
            "format-version", "3",
            "write.target-file-size-bytes", "134217728",
            "write.distribution-mode", "none",
            "write.parquet.compression-codec", "snappy");
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-properties");
        Pipeline pipeline =
            pipeline(warehouse).with("iceberg.catalog.glue.skip-archive", "false")) {
      warehouse.glue().createDatabase("db");
      properties.forEach(
          (key, value) -> pipeline.with("iceberg.tables.auto-create-props." + key, value));

      pipeline.start(1).send(100).verify();

      Table table = pipeline.look(Pipeline.MIRROR, reader -> reader.table());
      // The format's version is not among a table's properties.
      Map<String, String> kept = new HashMap<>(properties);
      kept.remove("format-version");
      assertThat(table.properties()).containsAllEntriesOf(kept);
      assertThat(((HasTableOperations) table).operations().current().formatVersion()).isEqualTo(3);
      assertThat(table.location()).isEqualTo("s3://glue-properties/warehouse/db.db/mirror");
      assertThat(warehouse.glue().table("db", "mirror"))
          .hasValueSatisfying(stored -> assertThat(stored.archived()).isPositive());
    }
  }

  @Test
  void theExampleMirrorsTheInventory() throws IOException {
    Path examples = Installation.here().root().resolve("config-examples");
    ConnectorRequest sink =
        ConnectorRequest.read(examples.resolve("glue-s3/sink-upsert.json"))
            // A minute from commit to commit is right for the example and too long for a test.
            .with("iceberg.control.commit.interval-ms", "500");
    RUNNING.cluster().topics().create("inventory.products", 1);
    Files.copy(
        examples.resolve("inventory/data/LOAD00000001.csv"),
        RUNNING.data().resolve("products.csv"));
    RUNNING
        .cluster()
        .rest()
        .create(ConnectorRequest.read(examples.resolve("inventory/source-file.json")).json());
    RUNNING.cluster().rest().create(sink.json());

    Map<String, String> catalog = new HashMap<>();
    CatalogCluster.EXAMPLE
        .properties()
        .forEach((key, value) -> catalog.put("iceberg.catalog." + key, value));
    try (Warehouse warehouse = Warehouse.of(catalog, Map.of())) {
      Awaitility.await("the load")
          .atMost(Pipeline.LIMIT)
          .until(
              () -> warehouse.table("inventory.products").map(GlueIT::keys).orElse(Set.of()),
              keys -> keys.equals(Set.of(100L, 101L, 102L, 103L, 104L, 105L)));
    }
  }

  private static Set<Object> keys(TableReader table) {
    return table.rows().stream().map(row -> row.get("product_id")).collect(toSet());
  }

  @Test
  void eightTasksCreateTheSameTableAndThenTheSameColumn() {
    int tasks = 8;
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-race");
        Pipeline pipeline =
            Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), warehouse.bucket(), tasks)
                .withCatalog(warehouse.properties())
                .with("iceberg.tables.evolve-schema-enabled", "true")) {
      pipeline.send(200).start(tasks).awaitApplied();
      pipeline.checkRows();

      List<Long> ids = IntStream.range(0, tasks).mapToObj(partition -> 1000L + partition).toList();
      pipeline
          .topics()
          .send(
              IntStream.range(0, tasks)
                  .mapToObj(
                      partition ->
                          new ProducerRecord<String, String>(
                              pipeline.name(),
                              partition,
                              Integer.toString(partition),
                              "{\"_op\":\"I\",\"id\":%d,\"note\":\"new\"}"
                                  .formatted(ids.get(partition))))
                  .toList());
      pipeline.awaitApplied();

      assertThat(pipeline.<List<String>>look(Pipeline.MIRROR, TableReader::columns))
          .containsExactlyInAnyOrder("id", "name", "part", "seq", "note");
      assertThat(pipeline.rows(Pipeline.MIRROR))
          .filteredOn(row -> "new".equals(row.get("note")))
          .extracting(row -> row.get("id"))
          .containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  @Test
  void aFileOfSeveralPartsIsWhatWasWritten() {
    List<String> texts =
        new Random(0).ints(24, 0, Integer.MAX_VALUE).mapToObj(GlueIT::text).toList();
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-parts");
        Pipeline pipeline =
            pipeline(warehouse)
                .with("iceberg.tables", Pipeline.MIRROR)
                .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY))
                .with(
                    "iceberg.catalog.s3.multipart.part-size-bytes", Integer.toString(5 * MEBIBYTE))
                // All records in one batch, so that they are one file.
                .with("consumer.override.max.partition.fetch.bytes", "50000000")
                .with("iceberg.control.commit.interval-ms", "3000")) {
      pipeline
          .topics()
          .send(
              IntStream.range(0, texts.size())
                  .mapToObj(
                      id ->
                          new ProducerRecord<>(
                              pipeline.name(),
                              0,
                              Integer.toString(id),
                              "{\"_op\":\"I\",\"id\":%d,\"name\":\"%s\"}"
                                  .formatted(id, texts.get(id))))
                  .toList());

      pipeline.start(1).awaitApplied(Pipeline.MIRROR);

      assertThat(pipeline.rows(Pipeline.MIRROR))
          .extracting(row -> row.get("name"))
          .containsExactlyInAnyOrderElementsOf(texts);
      long bytes =
          Long.parseLong(pipeline.newest(Pipeline.MIRROR).summary().get("added-files-size"));
      assertThat(bytes).as("file that needs two parts").isGreaterThan(8 * MEBIBYTE);
    }
  }

  /** Half a MiB that cannot be compressed to less than three quarters. */
  private static String text(int seed) {
    byte[] bytes = new byte[3 * MEBIBYTE / 8];
    new Random(seed).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static Pipeline pipeline(GlueWarehouse warehouse) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), warehouse.bucket(), 1)
        .withCatalog(warehouse.properties());
  }
}
