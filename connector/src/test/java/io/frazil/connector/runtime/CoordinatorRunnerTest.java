package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.CommitOutcome;
import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Plan;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.commit.Tables;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlWriter;
import io.frazil.connector.metrics.TaskListener;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CoordinatorRunnerTest {
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final SourcePartition SOURCE = new SourcePartition("orders", 0);
  private static final TopicPartition SECOND = new TopicPartition("control", 1);
  private static final int SOME_POLLS = 5;

  private final ControlLog log = new ControlLog();
  private final BlockingQueue<ControlEvent<ContentFile<?>>> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<MockConsumer<byte[], byte[]>> members = new LinkedBlockingQueue<>();
  private final FailingTables tables = new FailingTables();
  private volatile Supplier<Map<SourcePartition, Long>> expected = () -> Map.of(SOURCE, 0L);
  private volatile boolean isAway;
  private final CoordinatorRunner runner =
      new CoordinatorRunner(
          Thread::new,
          this::writer,
          this::reader,
          () -> {},
          () -> expected.get(),
          new TableSettling(
              new Settler<>(tables, UUID::randomUUID, 1),
              Executors.newSingleThreadExecutor(),
              TaskListener.NONE),
          new Coordinator.Settings(
              Duration.ofMillis(1), Duration.ofHours(1), Duration.ofHours(1), 0),
          Clock.systemUTC(),
          TaskListener.NONE);

  @AfterEach
  void close() {
    runner.close();
  }

  @Test
  void itLeadsWhileItOwnsTheFirstPartition() throws InterruptedException {
    runner.start();
    elect(members.take());

    assertThat(said.take()).isInstanceOf(StartCommit.class);
  }

  @Test
  void itWaitsWhileAnotherLeads() throws InterruptedException {
    runner.start();
    MockConsumer<byte[], byte[]> member = members.take();
    member.updateEndOffsets(Map.of(SECOND, 0L));
    member.schedulePollTask(() -> member.rebalance(List.of(SECOND)));

    awaitSomePolls(member);

    assertThat(said).isEmpty();
  }

  @Test
  void itStopsLeadingWhenThePartitionIsTakenAway() throws InterruptedException {
    expected = Map::of;
    runner.start();
    MockConsumer<byte[], byte[]> member = members.take();
    elect(member);
    said.take();
    member.schedulePollTask(
        () -> {
          member.rebalance(List.of());
          said.clear();
        });

    awaitSomePolls(member);

    assertThat(said).isEmpty();
  }

  @Test
  void aSendThatFailsEndsTheTermAndAnotherBegins() throws InterruptedException {
    isAway = true;
    runner.start();
    MockConsumer<byte[], byte[]> first = members.take();
    elect(first);

    MockConsumer<byte[], byte[]> second = members.take();
    isAway = false;
    elect(second);

    assertThat(said.take()).isInstanceOf(StartCommit.class);
    assertThat(first.closed()).isTrue();
    runner.checkFailure();
  }

  @Test
  void aTableThatIsGivenUpFailsTheTask() throws InterruptedException {
    tables.failure =
        () -> {
          throw new IllegalStateException("access denied");
        };

    assertThat(failureAfterOneRound())
        .hasMessage(
            "Cannot commit to table db.t, 1 rounds in a row: access denied. Its offsets stay where they are, nothing is lost; mend the cause and restart the task.");
  }

  @Test
  void aClassThatIsMissingWhenATableIsCommittedFailsTheTaskToo() throws InterruptedException {
    tables.failure =
        () -> {
          throw new NoClassDefFoundError("com/example/Missing");
        };

    assertThat(failureAfterOneRound())
        .hasMessageContaining("java.lang.NoClassDefFoundError: com/example/Missing");
  }

  @Test
  void anErrorOnItsThreadFailsTheTask() throws InterruptedException {
    expected =
        () -> {
          throw new NoClassDefFoundError("com/example/Missing");
        };
    runner.start();
    elect(members.take());

    assertThat(failure())
        .hasMessage(
            "The coordinator has ended: java.lang.NoClassDefFoundError: com/example/Missing. Mend the cause and restart the task.");
  }

  @Test
  void missingRightsFailTheTask() throws InterruptedException {
    expected =
        () -> {
          throw new KafkaException(new TopicAuthorizationException("Not authorized: [orders]"));
        };
    runner.start();
    elect(members.take());

    assertThat(failure())
        .hasMessage(
            "Kafka refuses what the connector needs: Not authorized: [orders]. Grant its principal the rights that the README lists, or correct the iceberg.kafka.* settings.");
  }

  @Test
  void closingOneThatNeverStartedIsHarmless() {
    runner.close();

    runner.checkFailure();
  }

  @Test
  void aCommitThatTakesLongKeepsItNeitherFromPollingNorFromLeading() throws InterruptedException {
    CompletableFuture<Void> began = new CompletableFuture<>();
    CompletableFuture<TableState> answer = new CompletableFuture<>();
    tables.failure =
        () -> {
          began.complete(null);
          return answer.join();
        };
    MockConsumer<byte[], byte[]> member = reported();
    began.join();

    awaitSomePolls(member);
    runner.checkFailure();
    answer.completeExceptionally(new IllegalStateException("too late"));

    assertThat(failure()).hasMessageContaining("too late");
    assertThat(members).isEmpty();
  }

  private ConnectException failureAfterOneRound() throws InterruptedException {
    reported();
    return failure();
  }

  /** A member that leads, and of whose first round all reports have come. */
  private MockConsumer<byte[], byte[]> reported() throws InterruptedException {
    runner.start();
    MockConsumer<byte[], byte[]> member = members.take();
    elect(member);
    ControlEvent<ContentFile<?>> start = said.take();
    DataComplete<ContentFile<?>> report =
        new DataComplete<>(
            start.round(),
            UUID.randomUUID(),
            Map.of(
                SOURCE,
                new ControlEvent.Progress(new Position(new UUID(1, 1), 0), Optional.empty())),
            Set.of(),
            Set.of(TABLE));
    member.schedulePollTask(
        () -> member.addRecord(ControlLog.received(log.codec.encode(report).get(0), 0)));
    return member;
  }

  private ConnectException failure() {
    while (true) {
      try {
        runner.checkFailure();
        Thread.onSpinWait();
      } catch (ConnectException e) {
        return e;
      }
    }
  }

  private static void elect(MockConsumer<byte[], byte[]> member) {
    member.schedulePollTask(() -> member.rebalance(List.of(ControlLog.PARTITION)));
  }

  private static void awaitSomePolls(MockConsumer<byte[], byte[]> member)
      throws InterruptedException {
    CountDownLatch polls = new CountDownLatch(SOME_POLLS);
    for (int i = 0; i < SOME_POLLS; i++) {
      member.schedulePollTask(polls::countDown);
    }
    polls.await();
  }

  private ControlReader reader(ConsumerRebalanceListener listener) {
    MockConsumer<byte[], byte[]> member = ControlLog.emptyTopic();
    ControlReader reader = ControlReader.electing(member, log.codec, "control", listener);
    members.add(member);
    return reader;
  }

  private ControlWriter writer() {
    return new ControlWriter(new Speaker(), log.codec, () -> {}, Duration.ZERO);
  }

  /** Tells the test what is said, unless the broker is away. */
  private final class Speaker extends MockProducer<byte[], byte[]> {
    private Speaker() {
      super(
          true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> sent, Callback callback) {
      if (isAway) {
        throw new KafkaException("the broker is away");
      }
      said.add(log.event(sent));
      return super.send(sent, callback);
    }
  }

  private static final class FailingTables implements Tables<ContentFile<?>> {
    private volatile Supplier<TableState> failure =
        () -> {
          throw new IllegalStateException("not expected");
        };

    @Override
    public TableState load(TableRef table) {
      return failure.get();
    }

    @Override
    public Set<UUID> missingFiles(TableRef table, Collection<Delta<ContentFile<?>>> deltas) {
      return Set.of();
    }

    @Override
    public CommitOutcome commit(Plan<ContentFile<?>> plan) {
      throw new IllegalStateException("not expected");
    }
  }
}
