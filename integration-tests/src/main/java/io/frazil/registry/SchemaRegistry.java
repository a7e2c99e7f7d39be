package io.frazil.registry;

import io.frazil.cluster.Installation;
import io.frazil.process.ChildProcess;
import io.frazil.process.FreePorts;
import io.frazil.process.JavaProgram;
import io.frazil.process.JvmFlags;
import io.frazil.process.JvmProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Apicurio's registry, in memory, on the loopback interface only. It speaks the API of Confluent's
 * registry too.
 */
public final class SchemaRegistry implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final URI uri;
  private final HttpClient client = HttpClient.newHttpClient();

  private SchemaRegistry(ChildProcess process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts the registry with its log in the folder; returns when it answers. */
  public static SchemaRegistry start(Installation installation, Path folder) {
    int port = FreePorts.next();
    JavaProgram program =
        new JavaProgram(
            "registry",
            "io.quarkus.runner.GeneratedMain",
            List.of(),
            installation.registryClassPath(),
            Map.of(),
            folder.resolve("registry.log"));
    JvmFlags flags =
        JvmFlags.small().with("-Dquarkus.http.host=127.0.0.1").with("-Dquarkus.http.port=" + port);
    URI uri = URI.create("http://127.0.0.1:" + port);
    SchemaRegistry registry = new SchemaRegistry(JvmProcess.start(program, flags), uri);
    try {
      registry.awaitAnswer();
      return registry;
    } catch (RuntimeException failure) {
      registry.close();
      throw failure;
    }
  }

  private void awaitAnswer() {
    Awaitility.await("an answer of the registry")
        .atMost(START_LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .failFast(
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("The registry ended. " + process.logTail(30));
              }
            })
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> get(confluent().resolve("v7/subjects")).statusCode() == 200);
  }

  /** The names under which Confluent's API lists the schemas, as JSON. */
  public String subjects() {
    try {
      return get(confluent().resolve("v7/subjects")).body();
    } catch (IOException failure) {
      throw new IllegalStateException("Cannot ask the registry for its subjects.", failure);
    }
  }

  private HttpResponse<String> get(URI address) throws IOException {
    try {
      HttpRequest request = HttpRequest.newBuilder(address).timeout(START_LIMIT).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for the registry.", interrupted);
    }
  }

  private URI confluent() {
    return uri.resolve("/apis/ccompat/");
  }

  /** Where converters find the registry, as variables of a worker's environment. */
  public Map<String, String> environment() {
    return Map.of(
        "FRAZIL_REGISTRY_URI",
        uri.resolve("/apis/registry/v2").toString(),
        "FRAZIL_CONFLUENT_REGISTRY_URI",
        confluent().resolve("v7").toString());
  }

  @Override
  public void close() {
    // It has nothing to write: it is all in memory.
    process.kill();
  }
}
