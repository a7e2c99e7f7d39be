package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RefusedByKafkaException.throwIfRefused;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.CommitComplete;
import io.frazil.connector.commit.Coordinator;
import io.frazil.connector.commit.CoordinatorAction;
import io.frazil.connector.commit.CoordinatorAction.GiveUp;
import io.frazil.connector.commit.CoordinatorAction.Send;
import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.control.ControlReader;
import io.frazil.connector.control.ControlWriter;
import io.frazil.connector.metrics.TaskListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task's candidate for the coordinator, on a thread of its own: while it owns the control topic's
 * first partition it leads rounds; else it waits. Crash-only: whatever fails ends the term, and the
 * next one starts with nothing.
 */
public final class CoordinatorRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorRunner.class);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration TOPIC_CHECK_INTERVAL = Duration.ofSeconds(2);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  private final Supplier<ControlWriter> writers;
  private final Function<ConsumerRebalanceListener, ControlReader> readers;
  private final Runnable topic;
  private final Supplier<Map<SourcePartition, Long>> expected;
  private final TableSettling settling;
  private final Coordinator.Settings settings;
  private final Clock clock;
  private final TaskListener listener;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<ConnectException> failure = new AtomicReference<>();
  private final AtomicReference<ControlReader> reading = new AtomicReference<>();
  private final Thread thread;

  /**
   * A runner that has not started.
   *
   * @param threads makes its thread
   * @param readers makes a member of the group that elects
   * @param topic makes sure that the control topic exists
   * @param expected gives the source partitions with the ends of their logs
   * @param settling settles tables; ended with this
   */
  public CoordinatorRunner(
      ThreadFactory threads,
      Supplier<ControlWriter> writers,
      Function<ConsumerRebalanceListener, ControlReader> readers,
      Runnable topic,
      Supplier<Map<SourcePartition, Long>> expected,
      TableSettling settling,
      Coordinator.Settings settings,
      Clock clock,
      TaskListener listener) {
    this.writers = writers;
    this.readers = readers;
    this.topic = topic;
    this.expected = expected;
    this.settling = settling;
    this.settings = settings;
    this.clock = clock;
    this.listener = listener;
    this.thread = threads.newThread(this::run);
    this.thread.setUncaughtExceptionHandler((ended, cause) -> fail(cause));
  }

  /** Begins to stand for election. */
  public void start() {
    thread.start();
  }

  /** Fails the task with what a coordinator could not get over. */
  public void checkFailure() {
    ConnectException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  /** What no new term can mend: an Error. */
  private void fail(Throwable cause) {
    failure.compareAndSet(
        null,
        new ConnectException(
            "The coordinator has ended: %s. Mend the cause and restart the task.".formatted(cause),
            cause));
  }

  private void run() {
    while (!isStopped()) {
      try {
        stand();
      } catch (WakeupException e) {
        LOG.debug("Woken up to stop");
      } catch (GivenUpException e) {
        failure.compareAndSet(null, new ConnectException(e.getMessage(), e.getCause()));
        return;
      } catch (RuntimeException e) {
        if (isRefused(e)) {
          return;
        }
        LOG.warn("Coordinator failed, another term begins: {}", e.getMessage(), e);
        await(PAUSE_AFTER_FAILURE);
      }
    }
  }

  /** Whether Kafka refuses what is needed; then the task is told. */
  private boolean isRefused(RuntimeException failed) {
    try {
      throwIfRefused(failed);
      return false;
    } catch (RefusedByKafkaException e) {
      failure.compareAndSet(null, e);
      return true;
    }
  }

  /** Stands for election, and leads when elected, until something fails. */
  private void stand() {
    topic.run();
    Candidacy candidacy = new Candidacy();
    try (ControlWriter writer = writers.get();
        ControlReader reader = readers.apply(candidacy)) {
      reading.set(reader);
      Instant checked = clock.instant();
      while (!isStopped()) {
        Instant now = clock.instant();
        if (now.isAfter(checked.plus(TOPIC_CHECK_INTERVAL))) {
          topic.run();
          checked = now;
        }
        List<ControlEvent<ContentFile<?>>> events = reader.poll(LOOK);
        candidacy.term.ifPresent(term -> term.advance(events, writer));
      }
    } finally {
      reading.set(null);
      candidacy.end();
    }
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  private void await(Duration pause) {
    try {
      boolean isStopping = stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("Stopping: {}", isStopping);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.countDown();
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    Optional.ofNullable(reading.get()).ifPresent(ControlReader::wakeup);
    try {
      // A term that is still under way may settle a table yet.
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    settling.end(CLOSE_TIMEOUT);
  }

  /** Whether this candidate is elected. For the runner's thread, as rebalance callbacks are. */
  private final class Candidacy implements ConsumerRebalanceListener {
    private Optional<Term> term = Optional.empty();

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      if (partitions.stream().anyMatch(ControlReader::isLeading)) {
        LOG.info("{} leads now", thread.getName());
        listener.elected();
        term = Optional.of(new Term());
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      if (term.isPresent() && partitions.stream().anyMatch(ControlReader::isLeading)) {
        LOG.info("{} does not lead any more", thread.getName());
        end();
      }
    }

    private void end() {
      if (term.isPresent()) {
        term = Optional.empty();
        listener.dismissed();
      }
    }
  }

  /** One term of leadership. */
  private final class Term {
    private final Coordinator<ContentFile<?>> coordinator =
        new Coordinator<>(settings, clock.instant());
    private final LinkedBlockingQueue<Result> results = new LinkedBlockingQueue<>();

    private void advance(List<ControlEvent<ContentFile<?>>> events, ControlWriter writer) {
      for (Result result = results.poll(); result != null; result = results.poll()) {
        carryOut(coordinator.settled(result.round(), result.settlement(), clock.instant()), writer);
      }
      for (ControlEvent<ContentFile<?>> event : events) {
        carryOut(coordinator.on(event, clock.instant()), writer);
      }
      carryOut(coordinator.tick(clock.instant()), writer);
      if (coordinator.isDue(clock.instant())) {
        topic.run();
        Map<SourcePartition, Long> partitions = expected.get();
        listener.roundBegan();
        carryOut(coordinator.begin(clock.instant(), UUID.randomUUID(), partitions), writer);
      }
    }

    private void carryOut(List<CoordinatorAction<ContentFile<?>>> actions, ControlWriter writer) {
      List<ControlEvent<ContentFile<?>>> toSend = new ArrayList<>();
      for (CoordinatorAction<ContentFile<?>> action : actions) {
        if (action instanceof Send<ContentFile<?>> send) {
          toSend.add(send.event());
          if (send.event() instanceof CommitComplete) {
            listener.roundEnded();
          }
        } else if (action instanceof SettleTable<ContentFile<?>> settle) {
          settling.begin(settle, settlement -> results.add(new Result(settle.round(), settlement)));
        } else if (action instanceof GiveUp<ContentFile<?>> giveUp) {
          throw new GivenUpException(giveUp);
        }
      }
      if (!toSend.isEmpty()) {
        writer.send(toSend);
      }
    }

    private record Result(UUID round, Settlement settlement) {}
  }

  /** A table could not be committed to for too long. */
  private static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private GivenUpException(GiveUp<?> giveUp) {
      super(
          "Cannot commit to table %s, %d rounds in a row: %s. Its offsets stay where they are, nothing is lost; mend the cause and restart the task."
              .formatted(giveUp.table(), giveUp.rounds(), giveUp.cause().getMessage()),
          giveUp.cause());
    }
  }
}
