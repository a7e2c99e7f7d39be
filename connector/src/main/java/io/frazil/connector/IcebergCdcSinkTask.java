package io.frazil.connector;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** One task of the sink, as Connect sees it: forwards to a {@link StartedTask}. */
public final class IcebergCdcSinkTask extends SinkTask {
  private Optional<StartedTask> started = Optional.empty();

  /** Called by Connect. */
  public IcebergCdcSinkTask() {}

  @Override
  public String version() {
    return IcebergCdcSinkConnector.projectVersion();
  }

  @Override
  public void start(Map<String, String> given) {
    started = Optional.of(StartedTask.start(given, context));
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    running().worker().open(partitions);
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    running().coordinator().checkFailure();
    running().worker().put(records, Instant.now());
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> current) {
    return running().worker().preCommit(current);
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    started.ifPresent(task -> task.worker().close(partitions));
  }

  @Override
  public void stop() {
    started.ifPresent(StartedTask::close);
    started = Optional.empty();
  }

  private StartedTask running() {
    return started.orElseThrow(
        () -> new IllegalStateException("Cannot use a task that is not started"));
  }
}
