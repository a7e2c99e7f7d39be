package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SourceFaultsIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void aTopicThatIsCreatedAgainIsReadFromItsBeginningOnlyIfThatIsWanted() {
    try (Pipeline pipeline = pipeline("recreated-topic")) {
      pipeline.start(1).send(100).verify();

      pipeline.topics().delete(pipeline.name());
      pipeline.topics().create(pipeline.name(), 1);
      pipeline.changes().beginAnew();
      pipeline.send(150);

      assertThat(pipeline.rest().awaitFailure(pipeline.name()))
          .contains("Topic recreated-topic was deleted and created again: its id was ")
          .contains("set iceberg.source.on-topic-recreated=restart");
      pipeline.with("iceberg.source.on-topic-recreated", "restart").start(1).send(50).verify();
    }
  }

  @Test
  void recordsThatRetentionTookAreReportedAndPassedOverOnlyIfThatIsWanted() {
    try (Pipeline pipeline = pipeline("retention-gap")) {
      pipeline.start(1).send(100).verify();

      pipeline.stop();
      List<ProducerRecord<String, String>> lost =
          Collections.nCopies(50, new ProducerRecord<>(pipeline.name(), 0, "1", "{}"));
      pipeline.topics().send(lost);
      pipeline.changes().skip(0, lost.size());
      pipeline.topics().deleteRecordsBefore(new TopicPartition(pipeline.name(), 0), 150);
      pipeline.send(50);
      pipeline.rest().resume(pipeline.name());

      assertThat(pipeline.rest().awaitFailure(pipeline.name()))
          .contains("Records 100 to 149 of retention-gap-0 were removed by retention");
      pipeline.with("iceberg.source.on-retention-gap", "warn").start(1).send(50).verify();
    }
  }

  private static Pipeline pipeline(String name) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1);
  }
}
