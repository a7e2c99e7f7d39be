package io.frazil.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.frazil.cluster.ConnectorStatus.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The REST API of a Connect worker. Answers other than success are {@link RefusedRequestException},
 * except 409, which a worker gives while its group rebalances: then the request is repeated.
 */
public final class ConnectRest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NO_ANSWER = -1;

  private final URI uri;
  private final HttpClient client;

  ConnectRest(URI uri) {
    this.uri = uri;
    this.client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  }

  public URI uri() {
    return uri;
  }

  /** Whether the worker serves requests; older ones have no endpoint of their own for this. */
  public boolean isHealthy() {
    return exchange("GET", "/connectors", "").status() == 200;
  }

  /** Class names of all plugins: connectors, transforms, converters. */
  public List<String> plugins() {
    return StreamSupport.stream(
            send("GET", "/connector-plugins?connectorsOnly=false").spliterator(), false)
        .map(plugin -> plugin.get("class").asText())
        .toList();
  }

  /** What is wrong with a configuration: messages by key; empty if nothing is. */
  public Map<String, List<String>> validate(String connector, Map<String, String> config) {
    Map<String, String> named = new LinkedHashMap<>(config);
    named.put("name", connector);
    String type = config.get("connector.class");
    String path = "/connector-plugins/%s/config/validate".formatted(type);
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (JsonNode entry : send("PUT", path, json(named)).get("configs")) {
      JsonNode value = entry.get("value");
      if (!value.get("errors").isEmpty()) {
        List<String> messages =
            JSON.convertValue(value.get("errors"), new TypeReference<List<String>>() {});
        errors.put(value.get("name").asText(), messages);
      }
    }
    return errors;
  }

  /** Creates a connector from the JSON of a request: its name and config. */
  public void create(String json) {
    send("POST", "/connectors", json);
  }

  /** Creates a connector or gives it another configuration. */
  public void put(String connector, Map<String, String> config) {
    send("PUT", path(connector, "/config"), json(config));
  }

  public Map<String, String> config(String connector) {
    return JSON.convertValue(
        send("GET", path(connector, "/config")), new TypeReference<Map<String, String>>() {});
  }

  public void delete(String connector) {
    send("DELETE", path(connector, ""));
  }

  public void pause(String connector) {
    send("PUT", path(connector, "/pause"));
  }

  public void resume(String connector) {
    send("PUT", path(connector, "/resume"));
  }

  public void stop(String connector) {
    send("PUT", path(connector, "/stop"));
  }

  /** Restarts the connector and all its tasks, failed or not. */
  public void restart(String connector) {
    send("POST", path(connector, "/restart?includeTasks=true"));
  }

  /** Restarts what has failed, the connector or tasks, and nothing else. */
  public void restartFailed(String connector) {
    send("POST", path(connector, "/restart?includeTasks=true&onlyFailed=true"));
  }

  /** The connector's offsets as Connect shows them (KIP-875). */
  public JsonNode offsets(String connector) {
    return send("GET", path(connector, "/offsets"));
  }

  /** Moves the offsets of a stopped connector; the JSON is as {@link #offsets} gives it. */
  public void alterOffsets(String connector, String json) {
    send("PATCH", path(connector, "/offsets"), json);
  }

  /** Forgets the offsets of a stopped connector. */
  public void resetOffsets(String connector) {
    send("DELETE", path(connector, "/offsets"));
  }

  /** Sets what a logger of this worker, and all below it, write from now on (KIP-495). */
  public void logFrom(String logger, String level) {
    send("PUT", "/admin/loggers/" + logger, json(Map.of("level", level)));
  }

  /** The connector's status, absent while the group has not heard of it. */
  public Optional<ConnectorStatus> status(String connector) {
    Answer answer = exchange("GET", path(connector, "/status"), "");
    return answer.status() == 200
        ? Optional.of(ConnectorStatus.from(tree(answer.body())))
        : Optional.empty();
  }

  /**
   * Waits until the connector and so many tasks run; fails at once, with the trace, if one fails.
   */
  public void awaitRunning(String connector, int taskCount) {
    ConnectorStatus status =
        await(connector, now -> now.isAll(State.RUNNING, taskCount) || !now.failure().isEmpty());
    if (!status.failure().isEmpty()) {
      throw new IllegalStateException(
          "Connector '%s' failed. %s".formatted(connector, status.failure()));
    }
  }

  /** Waits until the connector or a task of it has failed, and returns the trace. */
  public String awaitFailure(String connector) {
    return await(connector, now -> !now.failure().isEmpty()).failure();
  }

  /** Waits for a status. */
  public ConnectorStatus await(String connector, Predicate<ConnectorStatus> expected) {
    try {
      return Awaitility.await("status of connector '%s'".formatted(connector))
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> status(connector), now -> now.filter(expected).isPresent())
          .orElseThrow();
    } catch (ConditionTimeoutException timeout) {
      throw new IllegalStateException(
          "Connector '%s' did not come to the expected status within %s. %s"
              .formatted(
                  connector,
                  LIMIT,
                  status(connector)
                      .map(now -> now + ". " + now.failure())
                      .orElse("It is not there.")),
          timeout);
    }
  }

  private static String path(String connector, String rest) {
    return "/connectors/" + connector + rest;
  }

  private JsonNode send(String method, String path) {
    return send(method, path, "");
  }

  private JsonNode send(String method, String path, String body) {
    Answer answer =
        Awaitility.await("an answer to %s %s".formatted(method, path))
            .atMost(LIMIT)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(100))
            .until(() -> exchange(method, path, body), now -> !now.isTemporary());
    if (answer.status() >= 300) {
      throw new RefusedRequestException(method + " " + path, answer.status(), answer.body());
    }
    return tree(answer.body());
  }

  private Answer exchange(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(uri.resolve(path))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException failure) {
      return new Answer(NO_ANSWER, failure.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted while waiting for %s %s.".formatted(method, path), interrupted);
    }
  }

  private static String json(Map<String, String> config) {
    try {
      return JSON.writeValueAsString(config);
    } catch (JsonProcessingException failure) {
      throw new UncheckedIOException("Cannot write the configuration as JSON.", failure);
    }
  }

  private static JsonNode tree(String body) {
    try {
      return body.isEmpty() ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (JsonProcessingException failure) {
      throw new UncheckedIOException("Cannot read the worker's answer as JSON.", failure);
    }
  }

  private record Answer(int status, String body) {
    boolean isTemporary() {
      return status == NO_ANSWER || status == 409;
    }
  }
}
