package io.frazil.quickstart;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The JSON of a request that creates a connector.
 *
 * @param json as it is sent
 * @param name the connector's name
 * @param config its configuration, as it stands in the file
 */
record RequestFile(String json, String name, Map<String, String> config) {
  RequestFile {
    config = Map.copyOf(config);
  }

  static RequestFile read(Path file) {
    try {
      String json = Files.readString(file);
      ObjectMapper mapper = new ObjectMapper();
      JsonNode tree = mapper.readTree(json);
      return new RequestFile(
          json,
          tree.path("name").asText(),
          mapper.convertValue(tree.path("config"), new TypeReference<Map<String, String>>() {}));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(file), failure);
    }
  }
}
