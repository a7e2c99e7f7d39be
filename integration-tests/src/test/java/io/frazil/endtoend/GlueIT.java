package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.RunningCluster;
import io.frazil.glue.Fault;
import io.frazil.glue.GlueError;
import io.frazil.server.Servers;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** AWS Glue and S3, as they are and as they fail. */
class GlueIT {
  private static final String UPDATE = "UpdateTable";
  private static final String CREATE_DATABASE = "CreateDatabase";
  private static final String MAX_FAILURES = "iceberg.control.commit.max-consecutive-failures";

  /** Oftener than a client of AWS tries by itself. */
  private static final int LASTING = 5;

  private static final List<Trouble> PASSING =
      List.of(
          new Trouble("another writer", 3, UPDATE, new Fault.Overtaken()),
          new Trouble("lost answers", 3, UPDATE, new Fault.AnswerLost()),
          new Trouble("throttling", LASTING, UPDATE, refused(GlueError.throttled())),
          new Trouble("failing", LASTING, UPDATE, refused(GlueError.internal())),
          new Trouble("a limit", 2, UPDATE, refused(GlueError.tooMany())),
          new Trouble("invalid", 2, UPDATE, refused(GlueError.invalidInput("Invalid input."))),
          new Trouble("throttled reads", LASTING, "GetTable", refused(GlueError.throttled())),
          new Trouble("failing reads", LASTING, "GetTable", refused(GlueError.internal())));

  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(settings -> settings.withEnvironment(Servers.s3().environment()));

  /** What happens to the next so many requests for an action. */
  private record Trouble(String name, int count, String action, Fault fault) {
    void befall(GlueWarehouse warehouse) {
      warehouse.glue().faults().next(count, action, fault);
      Awaitility.await(name)
          .atMost(Pipeline.LIMIT)
          .until(() -> warehouse.glue().faults().pending() == 0);
    }
  }

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
        for (Trouble trouble : PASSING) {
          trouble.befall(warehouse);
          pipeline.awaitProgress();
        }
      }

      pipeline.verify();
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
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-denied");
        Pipeline pipeline = pipeline(warehouse).with(MAX_FAILURES, "1")) {
      pipeline.start(1).send(100).awaitApplied();

      warehouse.glue().faults().deny(UPDATE);
      pipeline.send(100);
      String trace = pipeline.rest().awaitFailure(pipeline.name());
      warehouse.glue().faults().allow(UPDATE);

      assertThat(trace)
          .contains("Cannot commit to table db.", "is not authorized to perform: glue:UpdateTable");
      pipeline.restart(1).send(100).verify();
    }
  }

  @Test
  void whoMayNotCreateDatabasesIsToldSoAndNeedsNoRightWhereOneIsThere() {
    try (GlueWarehouse warehouse = GlueWarehouse.start("glue-database");
        Pipeline pipeline = pipeline(warehouse).with(MAX_FAILURES, "1")) {
      warehouse.glue().faults().deny(CREATE_DATABASE);
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
      assertThat(table.properties()).containsEntry("write.parquet.compression-codec", "snappy");
      assertThat(table.location()).isEqualTo("s3://glue-properties/warehouse/db.db/mirror");
      assertThat(warehouse.glue().table("db", "mirror"))
          .hasValueSatisfying(stored -> assertThat(stored.archived()).isPositive());
    }
  }

  private static Pipeline pipeline(GlueWarehouse warehouse) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), warehouse.bucket(), 1)
        .withCatalog(warehouse.properties());
  }
}
