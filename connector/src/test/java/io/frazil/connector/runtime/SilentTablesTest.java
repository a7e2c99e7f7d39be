package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.source;
import static io.frazil.connector.runtime.RunningWorker.upsert;
import static io.frazil.connector.runtime.RunningWorker.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.intake.TableCalls;
import io.frazil.connector.table.FaultyFileIO.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Catalog and storage that do not answer for long: no call of Connect's lasts longer than the
 * patience, however many tables are silent, and each record is applied once.
 */
@Timeout(120)
class SilentTablesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int SILENT_TABLES = 100;

  /** Leaves room for a busy machine, but not for waiting once for each table. */
  private static final Duration MAX_CALL = PATIENCE.multipliedBy(SILENT_TABLES / 4);

  private static final Map<Integer, String> BOTH = Map.of(1, "ada", 2, "bob");
  private static final List<SinkRecord> RECORDS =
      List.of(upsert(0, 0, 1, "ada"), upsert(0, 1, 2, "bob"));

  private final ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newCachedThreadPool();
  private final TableCalls calls = new TableCalls(threads, PATIENCE, System::nanoTime);
  private final CountDownLatch answers = new CountDownLatch(1);
  private Duration longest = Duration.ZERO;
  private int position;
  private int end = RECORDS.size();

  @AfterEach
  void end() {
    answers.countDown();
    threads.shutdownNow();
  }

  @Test
  void theOthersGoOnHoweverManyAreSilentAndTheyGetWhatTheyMissed() {
    List<String> silent =
        IntStream.range(0, SILENT_TABLES).mapToObj(i -> "db.t" + i).collect(Collectors.toList());
    RunningWorker worker = worker(String.join(",", silent) + ",db.u");
    silent.forEach(name -> worker.catalog.silent.put(TableIdentifier.parse(name), answers));
    timed(
        () -> {
          worker.open(0);
          return true;
        });
    while (!worker.hasTable("db.u") || worker.rows("db.u").size() < 2) {
      pollAndCommit(worker);
    }
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
    assertThat(committed(worker)).isZero();

    answers.countDown();
    worker.catalog.silent.clear();
    commitAll(worker);
    silent.forEach(name -> assertThat(worker.rows(name)).isEqualTo(BOTH));
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
    assertThat(longest).isLessThan(MAX_CALL);
  }

  @Test
  void filesThatStorageDoesNotTakeAreNamedWhenItDoesAndTheOthersBefore() {
    RunningWorker worker = withOpenRows();
    worker.catalog.storage.hang(Request.CREATE, answers);
    List<ControlEvent<ContentFile<?>>> said = List.of();
    while (written(said).isEmpty()) {
      said = timed(worker::startCommit);
      seek(worker);
      worker.pass(Duration.ofMillis(600));
    }
    assertThat(written(said)).hasSize(1);
    assertThat(said)
        .filteredOn(DataComplete.class::isInstance)
        .allMatch(e -> ((DataComplete<?>) e).partitions().get(source(0)).position().offset() == 1);
    assertThat(committed(worker)).isEqualTo(1);

    answers.countDown();
    commitAll(worker);
    assertThat(position).isEqualTo(RECORDS.size());
    assertThat(worker.rows("db.t")).isEqualTo(BOTH);
    assertThat(worker.rows("db.u")).isEqualTo(BOTH);
    assertThat(worker.rowCount("db.t")).isEqualTo(2);
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
    assertThat(longest).isLessThan(MAX_CALL);
  }

  @Test
  void partitionsAreGivenUpAlthoughStorageIsSilent() {
    RunningWorker worker = withOpenRows();
    worker.catalog.storage.hang(Request.CREATE, answers);
    timed(
        () -> {
          worker.close(0);
          return true;
        });
    answers.countDown();
    worker.open(0);
    commitAll(worker);

    assertThat(worker.rowCount("db.t")).isEqualTo(2);
    assertThat(worker.rowCount("db.u")).isEqualTo(2);
    assertThat(longest).isLessThan(MAX_CALL);
  }

  private RunningWorker worker(String tables) {
    return RunningWorker.calling(
        calls,
        "iceberg.tables",
        tables,
        "iceberg.tables.write-mode",
        "append",
        // Rows wait for the end of a delta, as those of upserts do.
        "iceberg.tables.default-partition-by",
        "bucket(id, 2)");
  }

  /** A worker whose two tables have the first record, and the second in open files. */
  private RunningWorker withOpenRows() {
    RunningWorker worker = worker("db.t,db.u");
    worker.open(0);
    end = 1;
    commitAll(worker);
    end = RECORDS.size();
    while (!isAtEnd(worker)) {
      poll(worker);
    }
    return worker;
  }

  private long committed(RunningWorker worker) {
    return worker.preCommit(position).get(kafka(0)).offset();
  }

  private void commitAll(RunningWorker worker) {
    while (committed(worker) < end) {
      awaitAnswers();
      pollAndCommit(worker);
    }
  }

  private void pollAndCommit(RunningWorker worker) {
    poll(worker);
    if (isAtEnd(worker)) {
      commit(worker);
    }
  }

  /** What Connect does again and again. */
  private void poll(RunningWorker worker) {
    SinkRecord[] batch =
        worker.context.paused.isEmpty()
            ? RECORDS.subList(position, end).toArray(SinkRecord[]::new)
            : new SinkRecord[0];
    position += batch.length;
    timed(
        () -> {
          worker.put(batch);
          return true;
        });
    seek(worker);
    worker.pass(Duration.ofSeconds(2));
  }

  private boolean isAtEnd(RunningWorker worker) {
    return position == end && worker.context.seeks.isEmpty() && worker.context.paused.isEmpty();
  }

  private void commit(RunningWorker worker) {
    List<ControlEvent<ContentFile<?>>> said = timed(worker::startCommit);
    seek(worker);
    worker.settle(said);
    seek(worker);
  }

  private void seek(RunningWorker worker) {
    worker.context.seeks.values().forEach(offset -> position = offset.intValue());
  }

  private <T> T timed(Supplier<T> call) {
    long began = System.nanoTime();
    T result = call.get();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    longest = took.compareTo(longest) > 0 ? took : longest;
    return result;
  }

  private void awaitAnswers() {
    while (threads.getActiveCount() > 0) {
      Thread.onSpinWait();
    }
  }
}
