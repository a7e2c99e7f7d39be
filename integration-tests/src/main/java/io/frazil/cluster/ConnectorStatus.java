package io.frazil.cluster;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What Connect says of a connector and its tasks. */
public record ConnectorStatus(Part connector, List<Part> tasks) {
  public ConnectorStatus {
    tasks = List.copyOf(tasks);
  }

  /** The states of KIP-52 and KIP-875. */
  public enum State {
    UNASSIGNED,
    RUNNING,
    PAUSED,
    STOPPED,
    RESTARTING,
    FAILED
  }

  /**
   * The connector itself or one of its tasks.
   *
   * @param worker address of the worker that has it
   * @param trace why it failed; empty unless it did
   */
  public record Part(String name, State state, String worker, String trace) {}

  static ConnectorStatus from(JsonNode json) {
    return new ConnectorStatus(
        part("connector", json.get("connector")),
        StreamSupport.stream(json.get("tasks").spliterator(), false)
            .map(task -> part("task " + task.get("id").asInt(), task))
            .toList());
  }

  private static Part part(String name, JsonNode json) {
    return new Part(
        name,
        State.valueOf(json.get("state").asText()),
        json.path("worker_id").asText(),
        json.path("trace").asText());
  }

  /** Whether the connector and exactly so many tasks are in the state. */
  public boolean isAll(State state, int taskCount) {
    return tasks.size() == taskCount && parts().allMatch(part -> part.state() == state);
  }

  /** The traces of all that failed; empty if nothing did. */
  public String failure() {
    return parts()
        .filter(part -> part.state() == State.FAILED)
        .map(part -> "%s: %s".formatted(part.name(), part.trace()))
        .collect(joining(System.lineSeparator()));
  }

  /** In a few words for a message. */
  @Override
  public String toString() {
    return parts().map(part -> part.name() + " " + part.state()).collect(joining(", "));
  }

  private Stream<Part> parts() {
    return Stream.concat(Stream.of(connector), tasks.stream());
  }
}
