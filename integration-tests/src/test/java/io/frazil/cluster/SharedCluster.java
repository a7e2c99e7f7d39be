package io.frazil.cluster;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One cluster for all classes that leave its processes alone and ask for it by the same name:
 * {@code @RegisterExtension static final SharedCluster}. It starts with the first of them and ends
 * with the test run.
 */
public final class SharedCluster implements BeforeAllCallback, AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  private final String name;
  private RunningCluster running;

  /** The one that most classes share. */
  public SharedCluster() {
    this("shared", settings -> settings);
  }

  /** One that is changed as wished, the same for all classes that give the name. */
  public SharedCluster(String name, UnaryOperator<ClusterSettings> wishes) {
    this.name = name;
    this.running = RunningCluster.with(wishes);
  }

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
            .getOrComputeIfAbsent(name, key -> Running.start(name, running), Running.class)
            .cluster();
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    running.afterTestExecution(context);
  }

  /** Closed by JUnit when the run is over. */
  private record Running(RunningCluster cluster) implements AutoCloseable {
    private static Running start(String name, RunningCluster cluster) {
      cluster.start(name);
      return new Running(cluster);
    }

    @Override
    public void close() {
      cluster.stop();
    }
  }
}
