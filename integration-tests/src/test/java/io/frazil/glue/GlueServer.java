package io.frazil.glue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.frazil.fault.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Glue's API (AWS JSON 1.1) on a loopback port. It takes any signature, but not none; keeps all in
 * memory; and updates tables as Glue does, with optimistic locks.
 */
public final class GlueServer implements AutoCloseable {
  private static final String TARGET_PREFIX = "AWSGlue.";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final GlueData data = new GlueData();
  private final Faults<Fault> faults = new Faults<>();
  private final List<String> actions = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  private GlueServer(HttpServer server) {
    this.server = server;
    server.createContext("/", this::serve);
    server.setExecutor(threads);
  }

  /** Starts a catalog without databases. */
  public static GlueServer start() {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      GlueServer glue = new GlueServer(HttpServer.create(address, 0));
      glue.server.start();
      return glue;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot start Glue.", failure);
    }
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public Faults<Fault> faults() {
    return faults;
  }

  /** What was asked for until now, in order, such as GetTable. */
  public List<String> actions() {
    return List.copyOf(actions);
  }

  /** A table as it is now. */
  public Optional<GlueTable> table(String database, String name) {
    return data.find(database, name);
  }

  /** Creates a database at a location, as its owner would. */
  public void createDatabase(String name, String locationUri) {
    createDatabase(JsonNodeFactory.instance.objectNode().put("LocationUri", locationUri), name);
  }

  /** Creates a database without a location, as its owner would. */
  public void createDatabase(String name) {
    createDatabase(JsonNodeFactory.instance.objectNode(), name);
  }

  private void createDatabase(ObjectNode input, String name) {
    data.answer(
        "CreateDatabase",
        JsonNodeFactory.instance.objectNode().set("DatabaseInput", input.put("Name", name)));
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = MAPPER.readTree(exchange.getRequestBody());
      try {
        String action = action(exchange);
        Optional<Fault> fault = faults.take(action, table(action, request));
        actions.add(action);
        if (fault.isPresent() && fault.get() instanceof Fault.Refused refused) {
          throw refused.error();
        }
        if (fault.isPresent() && fault.get() instanceof Fault.Overtaken) {
          data.overtake(request);
        }
        ObjectNode answer = data.answer(action, request);
        if (fault.isEmpty() || !(fault.get() instanceof Fault.AnswerLost)) {
          send(exchange, 200, answer);
        }
      } catch (GlueError error) {
        send(
            exchange,
            error.status(),
            JsonNodeFactory.instance
                .objectNode()
                .put("__type", error.type())
                .put("Message", error.getMessage()));
      }
    }
  }

  private static String action(HttpExchange exchange) {
    String signature =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
    if (!signature.startsWith("AWS4-HMAC-SHA256 ") || !signature.contains("/glue/aws4_request")) {
      throw GlueError.unsigned();
    }
    String target =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Amz-Target")).orElse("");
    String action =
        target.startsWith(TARGET_PREFIX) ? target.substring(TARGET_PREFIX.length()) : "";
    if (!GlueData.ACTIONS.contains(action)) {
      throw GlueError.unknownAction(target);
    }
    return action;
  }

  /** The table that a request is about, if it is about one. */
  private static Optional<String> table(String action, JsonNode request) {
    return switch (action) {
      case "GetTable", "DeleteTable" -> Optional.of(request.path("Name").asText());
      case "UpdateTable" -> Optional.of(request.path("TableInput").path("Name").asText());
      default -> Optional.empty();
    };
  }

  private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = MAPPER.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.1");
    exchange.getResponseHeaders().set("x-amzn-RequestId", UUID.randomUUID().toString());
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
