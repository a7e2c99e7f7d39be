package io.frazil.benchmark;

import io.frazil.cluster.ClusterSettings;
import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.Installation;
import io.frazil.cluster.KafkaCluster;
import io.frazil.console.Narrator;
import io.frazil.process.JvmFlags;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Main class behind {@code integration-tests/benchmark}: fills a topic, lets the contenders write
 * it into tables in turn, each in a fresh worker, and compares what that took.
 */
public final class SinkBenchmark {
  static final String CONTROL_TOPIC = "control-iceberg";

  private static final String WARM_UP_TOPIC = "warm-up";
  private static final String TOPIC = "orders";
  private static final String HEAP = "2g";
  private static final int WRONG_USAGE = 2;

  private final Options options;
  private final Installation installation = Installation.here();
  private final Path directory =
      installation
          .root()
          .resolve("integration-tests/target/benchmark")
          .resolve(
              DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
                  .withZone(ZoneOffset.UTC)
                  .format(Instant.now()));
  private final Narrator narrator = new Narrator(System.out, Instant::now);
  private final List<Measurement> measurements = new ArrayList<>();

  private SinkBenchmark(Options options) {
    this.options = options;
  }

  /** Measures; {@code --help} and anything that is not understood prints what may be given. */
  public static void main(String[] arguments) {
    if (List.of(arguments).contains("--help")) {
      System.out.println(Options.USAGE);
      return;
    }
    Options options;
    try {
      options = Options.of(arguments);
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.err.println(Options.USAGE);
      System.exit(WRONG_USAGE);
      return;
    }
    new SinkBenchmark(options).measure();
  }

  private void measure() {
    ClusterSettings settings =
        ClusterSettings.in(directory.resolve("cluster"))
            .withWorkers(0)
            // On a topic that has run dry, Apache's sink answers its coordinator only so often.
            .withWorkerSetting("offset.flush.interval.ms", "1000");
    try (KafkaCluster cluster = KafkaCluster.start(settings)) {
      // Apache's sink needs it beforehand.
      cluster.topics().create(CONTROL_TOPIC, 1);
      Orders.load(cluster.topics(), WARM_UP_TOPIC, options.warmUpRecords());
      Orders.load(cluster.topics(), TOPIC, options.records());
      narrator.progress("The topic has %d records".formatted(options.records()));
      for (int round = 1; round <= options.rounds(); round++) {
        for (int tasks : options.tasks()) {
          for (Contender contender : options.contenders()) {
            String name = "%s-%d-%d".formatted(contender, tasks, round).toLowerCase(Locale.ROOT);
            measure(cluster, settings, contender, tasks, name);
          }
        }
      }
    }
    show();
  }

  private void measure(
      KafkaCluster cluster, ClusterSettings settings, Contender contender, int tasks, String name) {
    String bootstrapServers = cluster.broker().bootstrapServers();
    try (ConnectWorker worker =
        ConnectWorker.startAlone(
            name, bootstrapServers, settings(settings, contender), flags(name))) {
      Run run = new Run(contender, tasks, worker, bootstrapServers);
      run.measure(
          name + "-" + WARM_UP_TOPIC,
          WARM_UP_TOPIC,
          options.warmUpRecords(),
          warehouse(name, WARM_UP_TOPIC));
      Measurement measurement = run.measure(name, TOPIC, options.records(), warehouse(name, TOPIC));
      measurements.add(measurement);
      // In an orderly way: only then does it leave its recording.
      worker.stop();
      narrator.progress(
          String.format(
              Locale.ROOT,
              "%s, %d task(s): %.0f records/s, %.2f CPU s/million",
              contender.title(),
              tasks,
              measurement.recordsPerSecond(),
              measurement.processorSecondsPerMillion()));
    }
  }

  private ClusterSettings settings(ClusterSettings settings, Contender contender) {
    return switch (contender) {
      case FRAZIL_APPEND, FRAZIL_UPSERT -> settings;
      case APACHE_APPEND ->
          settings.withWorkerSetting(
              "plugin.path",
              installation
                  .root()
                  .resolve("integration-tests/apache-sink/target/plugins")
                  .toString());
    };
  }

  private JvmFlags flags(String name) {
    JvmFlags flags = JvmFlags.usual(HEAP);
    return switch (options.recording()) {
      case OFF -> flags;
      case ON ->
          flags.with(
              "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                  + directory.resolve(name + ".jfr"));
    };
  }

  private Path warehouse(String name, String topic) {
    return directory.resolve("warehouses").resolve(name).resolve(topic);
  }

  private void show() {
    Report report = new Report(measurements);
    List<String> medians = report.medians().lines();
    narrator.show("Medians, and their ratio to those of Apache's sink", medians);
    try {
      Files.write(directory.resolve("medians.txt"), medians);
      Files.write(directory.resolve("runs.csv"), report.runs());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write to '%s'.".formatted(directory), failure);
    }
    narrator.say("Each run: " + installation.root().relativize(directory.resolve("runs.csv")));
  }
}
