package io.frazil.storage;

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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Adobe's S3Mock, which keeps objects in a folder. It takes any credentials. Clients reach it on
 * the loopback interface; a second port, which it opens everywhere, is nobody's.
 */
public final class S3Server implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ACCESS_KEY = "frazil";
  private static final String SECRET_KEY = "any-secret";

  private final ChildProcess process;
  private final URI uri;
  private final HttpClient client = HttpClient.newHttpClient();

  private S3Server(ChildProcess process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts the server with its objects and its log in the folder; returns when it answers. */
  public static S3Server start(Installation installation, Path folder) {
    int port = FreePorts.next();
    List<String> arguments =
        List.of(
            "--server.address=127.0.0.1",
            "--server.port=" + port,
            "--server.ssl.enabled=false",
            "--http.port=0",
            "--com.adobe.testing.s3mock.store.root=" + folder.resolve("objects").toAbsolutePath());
    JavaProgram program =
        new JavaProgram(
            "s3",
            "org.springframework.boot.loader.launch.JarLauncher",
            arguments,
            installation.s3ClassPath(),
            Map.of(),
            folder.resolve("s3.log"));
    S3Server server =
        new S3Server(
            JvmProcess.start(program, JvmFlags.small()),
            URI.create("http://127.0.0.1:%d/".formatted(port)));
    try {
      server.awaitAnswer();
      return server;
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private void awaitAnswer() {
    Awaitility.await("an answer of S3")
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .failFast(
            () -> {
              if (!process.isAlive()) {
                throw new IllegalStateException("S3 ended. " + process.logTail(30));
              }
            })
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> send(HttpRequest.newBuilder(uri)).statusCode() == 200);
  }

  /** Creates a bucket of a name that no other has. */
  public void createBucket(String name) {
    HttpRequest.Builder creation =
        HttpRequest.newBuilder(uri.resolve(name)).PUT(BodyPublishers.noBody());
    try {
      HttpResponse<String> answer = send(creation);
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            "Cannot create bucket '%s': %s".formatted(name, answer.body()));
      }
    } catch (IOException failure) {
      throw new IllegalStateException("Cannot create bucket '%s'.".formatted(name), failure);
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.timeout(LIMIT).build(), BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for S3.", interrupted);
    }
  }

  public URI uri() {
    return uri;
  }

  /** Where AWS's clients find the server and credentials, as variables of their environment. */
  public Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        uri.toString(),
        "AWS_REGION",
        "us-east-1",
        "AWS_ACCESS_KEY_ID",
        ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY",
        SECRET_KEY);
  }

  @Override
  public void close() {
    // Nobody needs the objects after the run.
    process.kill();
  }
}
