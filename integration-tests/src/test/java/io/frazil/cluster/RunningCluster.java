package io.frazil.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A cluster for the tests of a class: {@code @RegisterExtension static final RunningCluster}. Data
 * and logs stay in target/clusters; when a test fails, the ends of the logs are printed.
 */
public final class RunningCluster
    implements BeforeAllCallback, AfterTestExecutionCallback, AfterAllCallback {
  private final UnaryOperator<ClusterSettings> wishes;
  private Optional<KafkaCluster> cluster = Optional.empty();
  private Path directory = Path.of("target", "clusters");

  private RunningCluster(UnaryOperator<ClusterSettings> wishes) {
    this.wishes = wishes;
  }

  /** One broker and one worker, changed as wished. */
  public static RunningCluster with(UnaryOperator<ClusterSettings> wishes) {
    return new RunningCluster(wishes);
  }

  public KafkaCluster cluster() {
    return cluster.orElseThrow();
  }

  /** A folder of this run that is empty at its start; workers know it as FRAZIL_WAREHOUSE. */
  public Path warehouse() {
    return directory.resolve("warehouse");
  }

  /** A folder of this run for the files that sources read; workers know it as FRAZIL_DATA. */
  public Path data() {
    return directory.resolve("data");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start(context.getRequiredTestClass().getSimpleName());
  }

  void start(String name) {
    directory =
        Path.of("target", "clusters")
            .resolve(name)
            .resolve(Instant.now().toString().replace(':', '-'))
            .toAbsolutePath();
    try {
      Files.createDirectories(warehouse());
      Files.createDirectories(data());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot create '%s'.".formatted(directory), failure);
    }
    ClusterSettings settings =
        ClusterSettings.in(directory)
            .withEnvironment("FRAZIL_WAREHOUSE", warehouse().toString())
            .withEnvironment("FRAZIL_DATA", data().toString());
    cluster = Optional.of(KafkaCluster.start(wishes.apply(settings)));
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      cluster.ifPresent(running -> System.err.println(running.logTails(80)));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  void stop() {
    cluster.ifPresent(KafkaCluster::close);
  }
}
