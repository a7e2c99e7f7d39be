package io.frazil.cluster;

import static java.util.stream.Collectors.joining;

import io.frazil.process.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A broker and Connect workers that run from {@link #start} to {@link #close}, and in no case
 * longer than this JVM, unless released. Everything listens on the loopback interface. Not
 * thread-safe.
 */
public final class KafkaCluster implements AutoCloseable {
  private final ClusterSettings settings;
  private final Broker broker;
  private final List<ConnectWorker> workers = new ArrayList<>();
  private final Topics topics;
  private boolean isReleased;

  private KafkaCluster(ClusterSettings settings, Broker broker) {
    this.settings = settings;
    this.broker = broker;
    this.topics = new Topics(broker.bootstrapServers());
  }

  /** Starts broker and workers; returns when all of them serve requests. */
  public static KafkaCluster start(ClusterSettings settings) {
    Broker broker = BrokerProvider.chosen().broker(settings);
    try {
      broker.start();
    } catch (RuntimeException failure) {
      broker.close();
      throw failure;
    }
    KafkaCluster cluster = new KafkaCluster(settings, broker);
    try {
      List<ConnectWorker> workers =
          Stream.generate(cluster::launchWorker).limit(settings.workers()).toList();
      workers.forEach(ConnectWorker::awaitHealth);
      return cluster;
    } catch (RuntimeException failure) {
      cluster.close();
      throw failure;
    }
  }

  /** Starts one worker more, which joins the group. */
  public ConnectWorker addWorker() {
    ConnectWorker worker = launchWorker();
    worker.awaitHealth();
    return worker;
  }

  private ConnectWorker launchWorker() {
    String name = "worker-" + (workers.size() + 1);
    ConnectWorker worker = ConnectWorker.start(name, broker.bootstrapServers(), settings);
    workers.add(worker);
    return worker;
  }

  public Broker broker() {
    return broker;
  }

  /** Topics, records and groups of the broker. */
  public Topics topics() {
    return topics;
  }

  /** All workers that were ever started, in order; some may be gone. */
  public List<ConnectWorker> workers() {
    return List.copyOf(workers);
  }

  /** The REST API of the first worker that lives. */
  public ConnectRest rest() {
    return workers.stream()
        .filter(ConnectWorker::isAlive)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No worker lives. " + logTails(30)))
        .rest();
  }

  /** The processes that live. */
  public List<ChildProcess> processes() {
    return Stream.concat(workers.stream().map(ConnectWorker::process), broker.process().stream())
        .filter(ChildProcess::isAlive)
        .toList();
  }

  /** The last lines of every log. */
  public String logTails(int lines) {
    return Stream.concat(
            Stream.of(broker.logTail(lines)), workers.stream().map(worker -> worker.logTail(lines)))
        .collect(joining(System.lineSeparator()));
  }

  /** Lets all processes live on after this JVM; the next {@link #close} leaves them alone. */
  public void release() {
    processes().forEach(ChildProcess::release);
    isReleased = true;
  }

  @Override
  public void close() {
    topics.close();
    if (!isReleased) {
      workers.forEach(ConnectWorker::close);
      broker.close();
    }
  }
}
