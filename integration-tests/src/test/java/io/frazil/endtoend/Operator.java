package io.frazil.endtoend;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.frazil.cluster.ConnectRest;
import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.ConnectorStatus.State;
import io.frazil.cluster.RefusedRequestException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * Whoever looks after a connector: restarts what has failed, writes that down, and asks once more
 * where Connect could not do what it was asked for. Not thread-safe.
 */
final class Operator {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration LONG = Duration.ofSeconds(10);

  private final String connector;
  private final Diary diary;
  private final Set<String> failures = new LinkedHashSet<>();

  Operator(String connector, Diary diary) {
    this.connector = connector;
    this.diary = diary;
  }

  /** Restarts what has failed. */
  void attend(ConnectRest rest) {
    rest.status(connector)
        .filter(status -> !status.failure().isEmpty())
        .ifPresent(
            status -> {
              if (failures.add(status.failure())) {
                diary.note("FAILED, restarted: " + causes(status.failure()));
              }
              insist("a restart", () -> rest.restartFailed(connector));
            });
  }

  private static String causes(String trace) {
    return trace
        .lines()
        .filter(line -> !line.startsWith("\tat ") && !line.startsWith("\t..."))
        .collect(joining(System.lineSeparator() + "    "));
  }

  /** The traces of all that had to be restarted, those that are the same once. */
  Set<String> failures() {
    return Set.copyOf(failures);
  }

  /** Repeats a request until Connect accepts it: while its group changes it refuses many. */
  void insist(String what, Runnable request) {
    Awaitility.await(what)
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(RefusedRequestException.class)
        .until(
            () -> {
              request.run();
              return true;
            });
  }

  /** Waits until the connector and all its tasks run on these workers. */
  void awaitRunning(int tasks, Collection<ConnectWorker> workers) {
    ConnectRest rest = workers.iterator().next().rest();
    Set<String> addresses =
        workers.stream().map(worker -> address(worker.rest().uri())).collect(toSet());
    await(
        "%d tasks on %s".formatted(tasks, workers.stream().map(ConnectWorker::name).toList()),
        rest,
        () ->
            rest.status(connector)
                .filter(now -> now.isAll(State.RUNNING, tasks))
                .filter(now -> now.tasks().stream().allMatch(t -> addresses.contains(t.worker())))
                .isPresent());
  }

  private static String address(URI uri) {
    return uri.getHost() + ":" + uri.getPort();
  }

  /** Waits for something that comes as long as the connector is looked after. */
  void await(String what, ConnectRest rest, Callable<Boolean> condition) {
    Instant begin = Instant.now();
    Awaitility.await(what + " of " + connector)
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              attend(rest);
              return condition.call();
            });
    Duration waited = Duration.between(begin, Instant.now());
    if (waited.compareTo(LONG) > 0) {
      diary.note("  %d s until %s".formatted(waited.toSeconds(), what));
    }
  }
}
