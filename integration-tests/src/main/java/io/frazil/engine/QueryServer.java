package io.frazil.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Main class of an engine's process: calls back the port that the second argument names, and
 * answers statements with the function whose class the first one names.
 *
 * <p>A statement is a line of JSON text. Its answer is a line {@code {"rows": [...]}}, or {@code
 * {"failure": "..."}}.
 */
public final class QueryServer {
  static final String ROWS = "rows";
  static final String FAILURE = "failure";

  private static final ObjectMapper JSON = new ObjectMapper();

  private QueryServer() {}

  /** Serves until the caller hangs up. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Function<String, List<Map<String, Object>>> engine = engine(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader statements =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter answers =
            new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      String line = statements.readLine();
      while (line != null) {
        answers.println(answer(engine, JSON.readValue(line, String.class)));
        line = statements.readLine();
      }
    }
    // Engines have threads that would keep the process.
    System.exit(0);
  }

  @SuppressWarnings("unchecked") // A class that is loaded by name cannot tell its type arguments.
  private static Function<String, List<Map<String, Object>>> engine(String className)
      throws ReflectiveOperationException {
    return (Function<String, List<Map<String, Object>>>)
        Class.forName(className).asSubclass(Function.class).getConstructor().newInstance();
  }

  private static String answer(Function<String, List<Map<String, Object>>> engine, String statement)
      throws JsonProcessingException {
    try {
      return JSON.writeValueAsString(Map.of(ROWS, engine.apply(statement)));
    } catch (Exception refusal) {
      // Engines written in Scala throw checked exceptions without saying so.
      return JSON.writeValueAsString(Map.of(FAILURE, reasons(refusal)));
    }
  }

  private static String reasons(Throwable failure) {
    StringBuilder reasons = new StringBuilder(failure.toString());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      reasons.append(" Because of: ").append(cause);
    }
    return reasons.toString();
  }
}
