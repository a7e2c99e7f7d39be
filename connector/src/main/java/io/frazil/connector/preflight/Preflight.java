package io.frazil.connector.preflight;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.PreflightOptions;
import io.frazil.connector.config.PreflightOptions.Looks;
import io.frazil.connector.connection.Connections;
import io.frazil.connector.connection.Reasons;
import io.frazil.connector.preflight.Probe.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the catalog, its tables and Kafka before a connector starts, all at the same time. What
 * does not answer in time is left behind, and is an error only if it did not answer at all.
 */
public final class Preflight {
  private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);

  private final List<Probe> probes;

  /** Looks with these probes. */
  Preflight(List<Probe> probes) {
    this.probes = List.copyOf(probes);
  }

  /** Looks at all that a connector needs. */
  public static Preflight ofAll() {
    return new Preflight(
        List.of(new CatalogProbe(Connections::openCatalogAsItIs), new ControlTopicProbe()));
  }

  /**
   * Tells what is not as the configuration needs it, and never a secret.
   *
   * @param report takes the key at fault and what is wrong with it
   */
  public void check(FrazilConfig config, BiConsumer<String, String> report) {
    List<Finding> findings = new ArrayList<>(PartitionTerms.faults(config));
    if (config.preflight().looks() == Looks.ON) {
      findings.addAll(look(config));
    }
    findings.stream()
        .distinct()
        .forEach(
            finding -> report.accept(finding.key(), config.secrets().masked(finding.message())));
  }

  private List<Finding> look(FrazilConfig config) {
    ExecutorService threads = Executors.newCachedThreadPool(Preflight::daemon);
    try {
      List<Look> looks = probes.stream().map(probe -> begin(probe, config, threads)).toList();
      long deadline = System.nanoTime() + config.preflight().timeout().toNanos();
      return looks.stream().flatMap(look -> found(config, look, deadline).stream()).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Look begin(Probe probe, FrazilConfig config, ExecutorService threads) {
    Answers answers = new Answers();
    return new Look(
        probe,
        answers,
        threads.submit(
            () -> {
              try (Connections connections = new Connections(config)) {
                probe.look(config, connections, answers);
              }
            }));
  }

  private static List<Finding> found(FrazilConfig config, Look look, long deadline) {
    List<Finding> more = new ArrayList<>();
    try {
      look.end().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      more.add(unreachable(config, look.probe(), Reasons.of(e.getCause())));
    } catch (TimeoutException e) {
      more.addAll(late(config, look));
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    return Stream.concat(look.answers().findings().stream(), more.stream()).toList();
  }

  // Many tables may take long where nothing is wrong.
  private static List<Finding> late(FrazilConfig config, Look look) {
    long timeoutMs = config.preflight().timeout().toMillis();
    if (look.answers().areAny()) {
      LOG.info(
          "Not all tables could be looked at within {} ms, the rest is left to tasks", timeoutMs);
      return List.of();
    }
    String reason = "There was no answer within %d ms.".formatted(timeoutMs);
    return List.of(unreachable(config, look.probe(), reason));
  }

  private static Finding unreachable(FrazilConfig config, Probe probe, String reason) {
    Finding finding = probe.unreachable(config, reason);
    return new Finding(
        finding.key(),
        finding.message()
            + " To go on without looking, set "
            + PreflightOptions.ENABLED
            + "=false.");
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "frazil-preflight");
    thread.setDaemon(true);
    return thread;
  }

  /** A probe on its way. */
  private record Look(Probe probe, Answers answers, Future<?> end) {}
}
