package io.frazil.engine;

import io.frazil.cluster.Installation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One engine of a kind for all classes that ask it: {@code @RegisterExtension static final
 * SharedEngine}. It starts with the first of them, beside whatever they do before their first
 * question, and ends with the test run. Logs stay in target/engines.
 */
public final class SharedEngine implements BeforeAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(SharedEngine.class);

  private final String name;
  private final boolean isHere;
  private final BiFunction<Installation, Path, QueryEngine> start;
  private Optional<QueryEngine> engine = Optional.empty();

  private SharedEngine(
      String name, boolean isHere, BiFunction<Installation, Path, QueryEngine> start) {
    this.name = name;
    this.isHere = isHere;
    this.start = start;
  }

  public static SharedEngine spark() {
    return new SharedEngine("spark", true, Spark::start);
  }

  /** Starts only where {@link Trino#JAVA_HOME} is set: the tests that ask it have to say so too. */
  public static SharedEngine trino() {
    return new SharedEngine(
        "trino", System.getProperties().containsKey(Trino.JAVA_HOME), Trino::start);
  }

  public void attach(EmbeddedCatalog catalog) {
    engine.orElseThrow().attach(catalog);
  }

  /** As {@link QueryEngine#query}. */
  public List<NavigableMap<String, Object>> query(String statement) {
    return engine.orElseThrow().query(statement);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isHere) {
      engine =
          Optional.of(
              context
                  .getRoot()
                  .getStore(NAMESPACE)
                  .getOrComputeIfAbsent(name, key -> start(), Running.class)
                  .engine());
    }
  }

  private Running start() {
    String time = Instant.now().toString().replace(':', '-');
    Path folder = Path.of("target", "engines", name, time).toAbsolutePath();
    return new Running(start.apply(Installation.here(), folder));
  }

  /** Closed by JUnit when the run is over. */
  private record Running(QueryEngine engine) implements AutoCloseable {
    @Override
    public void close() {
      engine.close();
    }
  }
}
