package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static io.frazil.connector.runtime.RunningWorker.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import io.frazil.connector.table.FaultyFileIO.Request;
import java.time.Duration;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table that can't be reached, beside one that can: both get every record. */
class BadTablesTest {
  private static final Map<Integer, String> BOTH = Map.of(1, "ada", 2, "bob");

  private final RunningWorker worker = worker();

  private static RunningWorker worker(String... more) {
    String[] settings = new String[2 + more.length];
    settings[0] = "iceberg.tables";
    settings[1] = "db.t,db.u";
    System.arraycopy(more, 0, settings, 2, more.length);
    return RunningWorker.with(Tolerance.NONE, settings);
  }

  @Test
  void theOtherGoesOnAndTheBadOneGetsWhatItMissed() {
    worker.refuse("db.t");
    start(worker);
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();
    assertThat(worker.context.paused).isEmpty();
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
    assertThat(worker.preCommit(2).get(kafka(0)).offset()).isZero();

    worker.allow("db.t");
    worker.put();
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
    assertThat(worker.preCommit(2).get(kafka(0)).offset()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("io.frazil.connector.table.ExpiredCredentials#all")
  void expiredCredentialsAreWaitedForUntilTheyAreRenewed(RuntimeException refusal) {
    worker.catalog.refusedTables.put(TableIdentifier.parse("db.t"), refusal);
    worker.catalog.refusedTables.put(TableIdentifier.parse("db.u"), refusal);
    start(worker);
    assertThat(worker.context.paused).containsExactly(kafka(0));

    worker.allow("db.t");
    worker.allow("db.u");
    worker.put();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.catalog.storage.refuse(Request.CREATE, refusal);
    worker.startCommit();
    worker.pass(Duration.ofSeconds(2));
    worker.put();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
  }

  @Test
  void oneThatGoesBadWithOpenRowsGetsThemAgain() {
    start(worker);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.refuse("db.t");
    worker.publish("db.t", Offsets.of(RunningWorker.source(0), position(9)));
    assertThat(worker.context.seeks).isEmpty();
    worker.put(upsert(0, 1, 2, "bob"));
    assertThat(written(worker.startCommit()))
        .singleElement()
        .matches(w -> w.delta().table().table().equals("db.u"));

    worker.allow("db.t");
    worker.put();
    assertThat(worker.context.seeks).isEqualTo(Map.of(kafka(0), 0L));
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
  }

  @Test
  void partitionsThatComeMeanwhileAreReadForTheOther() {
    start(worker);
    worker.put(upsert(0, 0, 1, "ada"));
    worker.commit();
    worker.refuse("db.t");
    worker.open(1);
    worker.put(upsert(1, 0, 2, "bob"));
    worker.commit();
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);

    worker.allow("db.t");
    worker.put();
    assertThat(worker.context.seeks).containsEntry(kafka(1), 0L);
    worker.put(upsert(1, 0, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
  }

  @Test
  void oneThatIsMissingAndMayNotBeCreatedIsWaitedFor() {
    RunningWorker few = worker("iceberg.tables.auto-create-enabled", "false");
    create(few, "db.u");
    start(few);
    few.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    few.commit();
    assertThat(few.rows("db.u")).isEqualTo(BOTH);

    create(few, "db.t");
    few.pass(Duration.ofSeconds(2));
    few.put();
    few.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    few.commit();

    assertThat(few.rows("db.t")).isEqualTo(BOTH);
    assertThat(few.rowCount("db.u")).isEqualTo(2);
  }

  @Test
  void oneThatDoesNotFitStopsAlone() {
    RunningWorker few = worker("iceberg.tables.auto-create-enabled", "false");
    create(few, "db.u");
    few.catalog.createTable(
        TableIdentifier.parse("db.t"),
        new Schema(Types.NestedField.optional(1, "name", Types.StringType.get())));
    start(few);
    few.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    few.commit();
    assertThat(few.rows("db.u")).isEqualTo(BOTH);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 40; i++) {
                few.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
                few.pass(Duration.ofSeconds(2));
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("Cannot reach table db.t for 30 seconds: ")
        .hasMessageContaining("'id'");
  }

  @Test
  void itIsLoudWithItsNameWhenPatienceEndsThoughTheOtherGoesOn() {
    worker.refuse("db.t");
    start(worker);

    assertThatThrownBy(
            () -> {
              for (int offset = 0; offset < 40; offset++) {
                worker.put(upsert(0, offset, offset, "ada"));
                worker.pass(Duration.ofSeconds(2));
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot reach table db.t for 30 seconds: no access. The offsets stay where they are, nothing is lost; mend the cause and restart the task.");
  }

  @Test
  void whenAllAreBadReadingWaits() {
    worker.refuse("db.t");
    worker.refuse("db.u");
    start(worker);
    assertThat(worker.context.paused).containsExactly(kafka(0));

    worker.allow("db.t");
    worker.allow("db.u");
    worker.put();
    assertThat(worker.context.paused).isEmpty();
    worker.put(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));
    worker.commit();

    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
  }

  private static void start(RunningWorker worker) {
    worker.open(0);
    worker.put();
  }

  private static void create(RunningWorker worker, String table) {
    RunningWorker creating = worker();
    start(creating);
    creating.put(upsert(0, 0, 1, "ada"));
    worker.catalog.createTable(TableIdentifier.parse(table), creating.table("db.t").schema());
  }

  private static Position position(long offset) {
    return new Position(RunningWorker.TOPIC_ID, offset);
  }
}
