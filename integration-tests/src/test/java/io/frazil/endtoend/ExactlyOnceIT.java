package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.frazil.cluster.ConnectorStatus.State;
import io.frazil.cluster.SharedCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExactlyOnceIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void twoTasksKeepAMirrorAndAHistory() {
    try (Pipeline pipeline = pipeline("two-tasks", 2)) {
      pipeline.send(500).start(2).awaitApplied();
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  @Test
  void tasksMayComeAndGoDuringALoad() {
    try (Pipeline pipeline = pipeline("changing-tasks", 4)) {
      pipeline.start(2);
      Load load = pipeline.keepSending();
      try (load) {
        for (int change = 0; change < 20; change++) {
          pipeline.start(1 + change % 4);
        }
        pipeline.awaitProgress();
      }
      pipeline.verify();
      awaitOneLeader(pipeline, 4);
    }
  }

  /** All tasks stand for election, and one is elected. */
  private static void awaitOneLeader(Pipeline pipeline, int tasks) {
    String group = "cg-control-" + pipeline.name() + "-coord";
    await()
        .atMost(Pipeline.LIMIT)
        // While the group moves, its broker may have nothing to tell.
        .ignoreExceptionsInstanceOf(ExecutionException.class)
        .untilAsserted(
            () ->
                assertThat(
                        pipeline
                            .topics()
                            .admin()
                            .describeConsumerGroups(List.of(group))
                            .describedGroups()
                            .get(group)
                            .get()
                            .members())
                    .hasSize(tasks)
                    .filteredOn(member -> !member.assignment().topicPartitions().isEmpty())
                    .hasSize(1));
  }

  @Test
  void aControlTopicMayBeDeletedWhileTheConnectorRuns() {
    String control = "control-deleted";
    try (Pipeline pipeline = pipeline("without-control-topic", 2)) {
      pipeline.with("iceberg.control.topic", control).start(2);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        pipeline.topics().delete(control);
        pipeline.awaitProgress();
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  @Test
  void theGroupsOffsetsMayBeDeletedOrMovedWhileTheConnectorIsStopped() {
    try (Pipeline pipeline = pipeline("moved-group", 2)) {
      pipeline.start(2).send(300).awaitApplied();

      pipeline.stop();
      pipeline.topics().deleteGroup(pipeline.group());
      pipeline.send(100).resume(2);
      pipeline.verify();

      pipeline.stop();
      moveGroup(pipeline, Map.of(0, 0L, 1, 0L));
      pipeline.send(100).resume(2);
      pipeline.verify();

      pipeline.stop();
      pipeline.send(100);
      Map<Integer, Long> ends = new HashMap<>();
      pipeline.topics().ends(pipeline.name()).forEach((p, end) -> ends.put(p.partition(), end));
      moveGroup(pipeline, ends);
      pipeline.resume(2);
      pipeline.verify();
    }
  }

  @Test
  void aResetThroughConnectAppliesAllRecordsOnceMore() {
    try (Pipeline pipeline = pipeline("reset-offsets", 2)) {
      pipeline.start(2).send(300).awaitApplied();

      pipeline.stop();
      pipeline.rest().resetOffsets(pipeline.name());
      List<Changes.Place> twice = new ArrayList<>(pipeline.changes().places());
      pipeline.send(100).resume(2);
      twice.addAll(pipeline.changes().places());

      pipeline.awaitApplied().checkMirror();
      assertThat(pipeline.rows(Pipeline.HISTORY).stream().map(Changes.Place::of))
          .containsExactlyInAnyOrderElementsOf(twice);
    }
  }

  @Test
  void aConnectorThatIsDeletedAndCreatedAgainGoesOn() {
    try (Pipeline pipeline = pipeline("created-again", 2)) {
      pipeline.start(2);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        pipeline.rest().delete(pipeline.name());
        pipeline.start(1);
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  @Test
  void aConnectorMayBePausedAndStoppedDuringALoad() {
    try (Pipeline pipeline = pipeline("paused-stopped", 2)) {
      pipeline.start(2);
      Load load = pipeline.keepSending();
      try (load) {
        pipeline.awaitProgress();
        pipeline.rest().pause(pipeline.name());
        pipeline.rest().await(pipeline.name(), now -> now.isAll(State.PAUSED, 2));
        pipeline.resume(2);
        pipeline.awaitProgress();
        pipeline.stop();
        pipeline.resume(2);
        pipeline.awaitProgress();
      }
      pipeline.verify();
    }
  }

  @Test
  void theNameOfTheGroupDoesNotMatter() {
    try (Pipeline pipeline = pipeline("other-group", 1)) {
      pipeline.with("consumer.override.group.id", "another-name").start(1).send(100).verify();

      assertThat(pipeline.topics().groupOffsets("connect-other-group")).isEmpty();
      pipeline.start(1).send(100).verify();
    }
  }

  @Test
  void eightTasksCreateATableOnce() {
    try (Pipeline pipeline = pipeline("eight-tasks", 8)) {
      for (int partition = 0; partition < 8; partition++) {
        pipeline.send(pipeline.changes().in(partition, 5));
      }
      pipeline.start(8).verify();
    }
  }

  private static Pipeline pipeline(String name, int partitions) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, partitions);
  }

  private static void moveGroup(Pipeline pipeline, Map<Integer, Long> offsets) {
    Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
    offsets.forEach(
        (partition, offset) ->
            moved.put(
                new TopicPartition(pipeline.name(), partition), new OffsetAndMetadata(offset)));
    pipeline.topics().alterGroup(pipeline.group(), moved);
  }
}
