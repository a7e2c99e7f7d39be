package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that name their tables. */
class RoutingTest {
  @Test
  void eachRecordGoesToTheTableThatItNames() {
    RunningWorker worker = dynamic(Tolerance.NONE);

    worker.put(to("db.a", 0, 1, "one"), to("DB.B", 1, 2, "two"), to("db.a", 2, 1, "uno"));
    worker.commit();

    assertThat(worker.rows("db.a")).isEqualTo(Map.of(1, "uno"));
    assertThat(worker.rows("db.b")).isEqualTo(Map.of(2, "two"));
    assertThat(worker.preCommit(3).get(RunningWorker.kafka(0)).offset()).isEqualTo(3);
  }

  @Test
  void aTableOfAnEarlierRunGetsOnlyWhatItLacks() {
    RunningWorker worker = dynamic(Tolerance.NONE);
    worker.put(to("db.a", 0, 1, "one"), to("db.b", 1, 2, "two"));
    worker.commit();
    worker.close(0);

    // Nobody told the group anything, so reading begins anew.
    worker.open(0);
    worker.put();
    worker.put(
        to("db.a", 0, 1, "one, again"), to("db.b", 1, 2, "two, again"), to("db.a", 2, 3, "three"));
    worker.commit();

    assertThat(worker.rows("db.a")).isEqualTo(Map.of(1, "one", 3, "three"));
    assertThat(worker.rows("db.b")).isEqualTo(Map.of(2, "two"));
  }

  @Test
  void topicsGoToTheirTables() {
    RunningWorker worker =
        RunningWorker.with(
            Tolerance.NONE,
            "iceberg.tables",
            "",
            "iceberg.tables.topic-to-table-map",
            "orders:db.t, (o.*)s:db.all_$1");
    worker.open(0);

    worker.put(RunningWorker.upsert(0, 0, 1, "one"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(Map.of(1, "one"));
    assertThat(worker.rows("db.all_order")).isEqualTo(Map.of(1, "one"));
  }

  @Test
  void aRecordThatNamesNoTableIsItsOwnError() {
    RunningWorker worker = dynamic(Tolerance.ALL);

    SinkRecord withoutTheField = RunningWorker.upsert(0, 3, 4, "four");

    worker.put(
        to(null, 0, 1, "one"), to("foo", 1, 2, "two"), to("db.a", 2, 3, "three"), withoutTheField);
    worker.commit();

    assertThat(worker.reports).hasSize(3);
    assertThat(worker.rows("db.a")).isEqualTo(Map.of(3, "three"));
  }

  @Test
  void theErrorSaysWhatToDo() {
    RunningWorker worker = dynamic(Tolerance.NONE);

    assertThatThrownBy(() -> worker.put(to("foo", 0, 1, "one")))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@0: route field 'table' does not hold a table's name, namespace.table. To pass such records over, set iceberg.tables.behavior-on-unroutable=skip.");
  }

  @Test
  void aNameThatGlueRefusesIsAnErrorOfItsRecord() {
    RunningWorker worker = dynamic(Tolerance.ALL, "iceberg.catalog.type", "glue");

    worker.put(
        to("db.poc-kafka", 0, 1, "one"), to("a.b.c", 1, 2, "two"), to("DB.A", 2, 3, "three"));
    worker.commit();

    assertThat(worker.reports).hasSize(2);
    assertThat(worker.rows("db.a")).isEqualTo(Map.of(3, "three"));
  }

  @Test
  void theErrorOfANameThatGlueRefusesDoesNotTellTheName() {
    RunningWorker worker = dynamic(Tolerance.NONE, "iceberg.catalog.type", "glue");

    assertThatThrownBy(() -> worker.put(to("db.poc-kafka", 0, 1, "one")))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@0: route field 'table' does not hold a name that AWS Glue accepts, database.table in lower-case letters, digits and underscores. To pass such records over, set iceberg.tables.behavior-on-unroutable=skip.");
  }

  @Test
  void aTopicWhoseTableGlueRefusesIsAnErrorOfItsRecords() {
    RunningWorker worker =
        RunningWorker.with(
            Tolerance.NONE,
            "iceberg.catalog.type",
            "glue",
            "iceberg.tables",
            "",
            "iceberg.tables.topic-to-table-map",
            "(.*):db.$1-copy");
    worker.open(0);

    assertThatThrownBy(() -> worker.put(RunningWorker.upsert(0, 0, 1, "one")))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@0: AWS Glue refuses the name 'db.orders-copy'. Use database.table with lower-case letters, digits and underscores only, or set iceberg.catalog.glue.skip-name-validation=true. To pass such records over, set iceberg.tables.behavior-on-unroutable=skip.");
  }

  @Test
  void aRecordThatNamesNoTableIsPassedOverWhereThatIsWanted() {
    RunningWorker worker = dynamic(Tolerance.NONE, "iceberg.tables.behavior-on-unroutable", "skip");

    worker.put(to(null, 0, 1, "one"), to("foo", 1, 2, "two"), to("db.a", 2, 3, "three"));
    worker.commit();

    assertThat(worker.skips).isEqualTo(2);
    assertThat(worker.rows("db.a")).isEqualTo(Map.of(3, "three"));
  }

  @Test
  void aMissingTableThatMayNotBeCreatedIsAnErrorOfItsRecords() {
    RunningWorker worker = dynamic(Tolerance.ALL, "iceberg.tables.auto-create-enabled", "false");

    worker.put(to("db.a", 0, 1, "one"), to("db.a", 1, 2, "two"));

    assertThat(worker.reports).hasSize(2);
    assertThat(worker.hasTable("db.a")).isFalse();
  }

  @Test
  void aMissingTableThatMayNotBeCreatedStopsTheTaskOrIsCounted() {
    String[] asIs = {"iceberg.tables.auto-create-enabled", "false"};
    RunningWorker strict = dynamic(Tolerance.NONE, asIs);
    RunningWorker counting =
        dynamic(Tolerance.NONE, asIs[0], asIs[1], "iceberg.tables.behavior-on-unroutable", "skip");

    assertThatThrownBy(() -> strict.put(to("db.a", 0, 1, "one")))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("orders-0@0")
        .hasMessageContaining("table 'db.a' does not exist. Create it, or set");
    counting.put(to("db.a", 0, 1, "one"), to("db.a", 1, 2, "two"));
    assertThat(counting.skips).isEqualTo(2);
  }

  static Stream<RuntimeException> refusals() {
    return Stream.of(
        new ValidationException("Cannot convert namespace poc-kafka to Glue database name"),
        new BadRequestException("Malformed request: no hyphens"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aNameThatTheCatalogRefusesIsAnErrorOfItsRecords(RuntimeException refusal) {
    RunningWorker worker = dynamic(Tolerance.ALL);
    worker.catalog.refused.put(Namespace.of("poc-kafka"), refusal);

    worker.put(to("poc-kafka.x", 0, 1, "one"), to("db.a", 1, 2, "two"));
    worker.commit();

    assertThat(worker.reports).hasSize(1);
    assertThat(worker.rows("db.a")).isEqualTo(Map.of(2, "two"));
  }

  @Test
  void aTombstoneThatCannotBeRoutedIsPassedOver() {
    RunningWorker worker = dynamic(Tolerance.NONE);

    worker.put(to("db.a", 0, 1, "one"));
    worker.put(new SinkRecord("orders", 0, null, "key", null, null, 1));
    worker.commit();

    assertThat(worker.skips).isEqualTo(1);
    assertThat(worker.preCommit(2).get(RunningWorker.kafka(0)).offset()).isEqualTo(2);
  }

  @Test
  void aTopicThatWasCreatedAgainStopsATableThatWasFilledFromIt() {
    RunningWorker worker = dynamic(Tolerance.NONE);
    worker.put(to("db.a", 0, 1, "one"));
    worker.commit();
    worker.close(0);

    worker.topics.ids.put("orders", new UUID(2, 2));
    worker.open(0);
    worker.put();

    assertThatThrownBy(() -> worker.put(to("db.a", 0, 1, "one")))
        .hasMessageContaining("was deleted and created again");
  }

  private static RunningWorker dynamic(Tolerance tolerance, String... settings) {
    String[] all = new String[settings.length + 6];
    System.arraycopy(settings, 0, all, 6, settings.length);
    all[0] = "iceberg.tables";
    all[1] = "";
    all[2] = "iceberg.tables.dynamic-enabled";
    all[3] = "true";
    all[4] = "iceberg.tables.route-field";
    all[5] = "table";
    RunningWorker worker = RunningWorker.with(tolerance, all);
    worker.open(0);
    return worker;
  }

  private static SinkRecord to(String table, long offset, int id, String name) {
    SinkRecord upsert = RunningWorker.upsert(0, offset, id, name);
    Struct row = (Struct) upsert.value();
    SchemaBuilder schema = SchemaBuilder.struct();
    row.schema().fields().forEach(field -> schema.field(field.name(), field.schema()));
    schema.field("table", Schema.OPTIONAL_STRING_SCHEMA);
    Struct routed = new Struct(schema.build());
    row.schema().fields().forEach(field -> routed.put(field.name(), row.get(field)));
    return new SinkRecord(
        "orders",
        0,
        null,
        null,
        routed.schema(),
        routed.put("table", table),
        offset,
        RunningWorker.START.toEpochMilli(),
        TimestampType.CREATE_TIME);
  }
}
