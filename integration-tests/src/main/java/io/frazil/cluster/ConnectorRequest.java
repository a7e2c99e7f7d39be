package io.frazil.cluster;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A request that creates a connector.
 *
 * @param name the connector's name
 * @param config its configuration, variables of the worker's environment not filled in
 */
public record ConnectorRequest(String name, Map<String, String> config) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public ConnectorRequest {
    requireNonNull(name, "name");
    config = Map.copyOf(config);
  }

  /** The request whose JSON is in a file. */
  public static ConnectorRequest read(Path file) {
    try {
      JsonNode tree = JSON.readTree(Files.readString(file));
      return new ConnectorRequest(
          tree.path("name").asText(),
          JSON.convertValue(tree.path("config"), new TypeReference<Map<String, String>>() {}));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(file), failure);
    }
  }

  public ConnectorRequest withName(String other) {
    return new ConnectorRequest(other, config);
  }

  public ConnectorRequest with(String key, String value) {
    Map<String, String> sum = new HashMap<>(config);
    sum.put(key, value);
    return new ConnectorRequest(name, sum);
  }

  /** As it is sent. */
  public String json() {
    try {
      return JSON.writeValueAsString(Map.of("name", name, "config", config));
    } catch (JsonProcessingException failure) {
      throw new UncheckedIOException("Cannot write a request as JSON.", failure);
    }
  }
}
