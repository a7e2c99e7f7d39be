package io.frazil.connector;

import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.connection.Connections;
import io.frazil.connector.intake.KnownTables;
import io.frazil.connector.preflight.Preflight;
import io.frazil.connector.runtime.AdminSourceTopics;
import io.frazil.connector.runtime.OffsetMover;
import io.frazil.connector.runtime.SourceTopics;
import io.frazil.connector.table.TableCommitter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink that applies changes to Iceberg tables: what Connect knows of it. The work is its tasks'.
 */
public final class IcebergCdcSinkConnector extends SinkConnector {
  private static final Logger LOG = LoggerFactory.getLogger(IcebergCdcSinkConnector.class);

  private Map<String, String> properties = Map.of();

  /** The version of the jar that this class comes from. */
  static String projectVersion() {
    return Optional.ofNullable(
            IcebergCdcSinkConnector.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  @Override
  public String version() {
    return projectVersion();
  }

  @Override
  public void start(Map<String, String> given) {
    FrazilConfig.from(given).warnings().forEach(LOG::warn);
    properties = Map.copyOf(given);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return IcebergCdcSinkTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return IntStream.range(0, maxTasks).mapToObj(this::taskConfig).toList();
  }

  private Map<String, String> taskConfig(int task) {
    Map<String, String> taskProperties = new HashMap<>(properties);
    taskProperties.put(FrazilConfig.TASK, Integer.toString(task));
    return taskProperties;
  }

  @Override
  public Config validate(Map<String, String> given) {
    Map<String, ConfigValue> values = new TreeMap<>();
    FrazilConfig.validate(given).forEach(value -> values.put(value.name(), value));
    boolean isValid = values.values().stream().allMatch(value -> value.errorMessages().isEmpty());
    if (isValid && given.containsKey(FrazilConfig.CONNECTOR_NAME)) {
      Preflight.ofAll()
          .check(
              FrazilConfig.from(given),
              (key, message) ->
                  values.computeIfAbsent(key, ConfigValue::new).addErrorMessage(message));
    }
    return new Config(List.copyOf(values.values()));
  }

  @Override
  public ConfigDef config() {
    return FrazilConfig.definition();
  }

  /**
   * Moves the offsets in the tables; Connect then moves the consumer group's. Where this fails,
   * nothing is moved in the group.
   */
  @Override
  public boolean alterOffsets(Map<String, String> given, Map<TopicPartition, Long> offsets) {
    FrazilConfig config = FrazilConfig.from(given);
    if (config.tables().names().isEmpty()) {
      throw new ConnectException(
          "Cannot move offsets where records name their tables: it is not known which tables there are. Make a connector of another name, which starts anew, or list the tables.");
    }
    Map<SourcePartition, OptionalLong> moves = new TreeMap<>();
    offsets.forEach(
        (partition, offset) ->
            moves.put(
                new SourcePartition(partition.topic(), partition.partition()),
                offset == null ? OptionalLong.empty() : OptionalLong.of(offset)));
    try (Connections connections = new Connections(config)) {
      SourceTopics topics = new AdminSourceTopics(connections.add(connections.kafka().admin()));
      TableCommitter tables =
          new TableCommitter(connections.openCatalog(), config.connectorName(), UUID::randomUUID);
      new OffsetMover(tables, topics::ids)
          .move(
              config.knownTables().stream().map(KnownTables::ref).collect(Collectors.toSet()),
              config.errors().table().map(KnownTables::ref),
              moves);
    }
    return true;
  }

  @Override
  public void stop() {
    properties = Map.of();
  }
}
