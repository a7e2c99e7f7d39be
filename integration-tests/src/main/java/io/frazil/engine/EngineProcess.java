package io.frazil.engine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.frazil.process.ChildProcess;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A process that answers statements: the caller's side of {@link QueryServer}. Safe for several
 * threads.
 */
final class EngineProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(2);
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReader ROWS =
      JSON.readerFor(new TypeReference<List<TreeMap<String, Object>>>() {})
          .with(DeserializationFeature.USE_LONG_FOR_INTS);

  private final ServerSocket door;
  private final ChildProcess process;
  private Optional<Line> line = Optional.empty();

  private EngineProcess(ServerSocket door, ChildProcess process) {
    this.door = door;
    this.process = process;
  }

  /** Starts the engine, which has not come up yet when this returns. */
  static EngineProcess start(EngineProgram program) {
    try {
      ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      return new EngineProcess(door, program.start(door.getLocalPort()));
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot open a port for %s to call.".formatted(program.name()), failure);
    }
  }

  /** As {@link QueryEngine#query}; the first call waits until the engine has come up. */
  synchronized List<NavigableMap<String, Object>> query(String statement) {
    try {
      if (line.isEmpty()) {
        line = Optional.of(Line.over(awaitCall()));
      }
      JsonNode answer = JSON.readTree(line.get().ask(JSON.writeValueAsString(statement)));
      if (answer.has(QueryServer.FAILURE)) {
        throw new RefusedStatementException(
            process.name(), statement, answer.get(QueryServer.FAILURE).asText());
      }
      List<TreeMap<String, Object>> rows = ROWS.readValue(answer.get(QueryServer.ROWS));
      return rows.stream()
          .<NavigableMap<String, Object>>map(Collections::unmodifiableNavigableMap)
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot ask %s '%s': it did not answer. %s"
              .formatted(process.name(), statement, process.logTail(30)),
          failure);
    }
  }

  private Socket awaitCall() throws IOException {
    door.setSoTimeout((int) LOOK_INTERVAL.toMillis());
    Optional<Socket> call = nextCall();
    long start = System.nanoTime();
    while (call.isEmpty()) {
      if (!process.isAlive()) {
        throw new IOException("It has ended.");
      }
      if (System.nanoTime() - start > START_LIMIT.toNanos()) {
        throw new IOException("It has not come up within %s.".formatted(START_LIMIT));
      }
      call = nextCall();
    }
    return call.get();
  }

  private Optional<Socket> nextCall() throws IOException {
    try {
      return Optional.of(door.accept());
    } catch (SocketTimeoutException notYet) {
      return Optional.empty();
    }
  }

  ProcessHandle handle() {
    return process.handle();
  }

  @Override
  public void close() {
    // Not synchronized: closing also ends a question that somebody waits for.
    process.close();
    close(door);
  }

  private void close(Closeable open) {
    try {
      open.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot close the connection to %s.".formatted(process.name()), failure);
    }
  }

  private record Line(BufferedReader answers, PrintWriter statements) {
    static Line over(Socket socket) throws IOException {
      socket.setSoTimeout((int) ANSWER_LIMIT.toMillis());
      return new Line(
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
          new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8));
    }

    String ask(String statement) throws IOException {
      statements.println(statement);
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("It hung up.");
      }
      return answer;
    }
  }
}
