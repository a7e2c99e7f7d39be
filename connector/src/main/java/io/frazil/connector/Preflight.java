package io.frazil.connector;

import io.frazil.connector.Probe.Finding;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.PreflightOptions;
import io.frazil.connector.config.PreflightOptions.Looks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Looks at the catalog, its tables and Kafka before a connector starts, all at the same time. What
 * does not answer in time is left behind.
 */
final class Preflight {
  private final List<Probe> probes;

  Preflight(List<Probe> probes) {
    this.probes = List.copyOf(probes);
  }

  /** Looks at all that a connector needs. */
  static Preflight ofAll() {
    return new Preflight(
        List.of(new CatalogProbe(Connections::openCatalogAsItIs), new ControlTopicProbe()));
  }

  /**
   * Tells what is not as the configuration needs it, and never a secret.
   *
   * @param report takes the key at fault and what is wrong with it
   */
  void check(FrazilConfig config, BiConsumer<String, String> report) {
    List<Finding> findings = new ArrayList<>(PartitionTerms.faults(config));
    if (config.preflight().looks() == Looks.ON) {
      findings.addAll(look(config));
    }
    findings.forEach(
        finding -> report.accept(finding.key(), config.secrets().masked(finding.message())));
  }

  private List<Finding> look(FrazilConfig config) {
    ExecutorService threads = Executors.newCachedThreadPool(Preflight::daemon);
    try {
      Map<Probe, Future<List<Finding>>> looks = new LinkedHashMap<>();
      probes.forEach(probe -> looks.put(probe, threads.submit(() -> look(probe, config))));
      long deadline = System.nanoTime() + config.preflight().timeout().toNanos();
      List<Finding> findings = new ArrayList<>();
      looks.forEach((probe, look) -> findings.addAll(found(config, probe, look, deadline)));
      return findings;
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Finding> look(Probe probe, FrazilConfig config) {
    try (Connections connections = new Connections(config)) {
      return probe.look(config, connections);
    }
  }

  private static List<Finding> found(
      FrazilConfig config, Probe probe, Future<List<Finding>> look, long deadline) {
    try {
      return look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return List.of(unreachable(config, probe, Reasons.of(e.getCause())));
    } catch (TimeoutException e) {
      Duration timeout = config.preflight().timeout();
      return List.of(
          unreachable(config, probe, "There was no answer within " + timeout.toMillis() + " ms."));
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
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
}
