package io.frazil.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One cluster for all classes that leave its processes alone: {@code @RegisterExtension static
 * final SharedCluster}. It starts with the first of them and ends with the test run.
 */
public final class SharedCluster implements BeforeAllCallback, AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  private RunningCluster running = RunningCluster.with(settings -> settings);

  public KafkaCluster cluster() {
    return running.cluster();
  }

  /** A folder for the warehouses of all tests; empty at the start of the run. */
  public Path warehouse() {
    return running.warehouse();
  }

  /** A folder for the files that sources read; empty at the start of the run. */
  public Path data() {
    return running.data();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent("cluster", key -> Running.start(), Running.class)
            .cluster();
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    running.afterTestExecution(context);
  }

  /** Closed by JUnit when the run is over. */
  private record Running(RunningCluster cluster) implements AutoCloseable {
    private static Running start() {
      RunningCluster cluster = RunningCluster.with(settings -> settings);
      cluster.start("shared");
      return new Running(cluster);
    }

    @Override
    public void close() {
      cluster.stop();
    }
  }
}
