package io.frazil.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.SharedCluster;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BadRecordIT {
  private static final String BAD =
      "{\"_op\":\"I\",\"id\":\"abc\",\"name\":\"n\",\"part\":0,\"seq\":0}";

  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void aBadRecordStopsTheTaskBehindAllBeforeItUntilItIsSteppedOver() {
    try (Pipeline pipeline = pipeline("bad-record")) {
      pipeline.send(50);
      sendBad(pipeline);
      pipeline.start(1);

      assertThat(pipeline.rest().awaitFailure(pipeline.name()))
          .contains("Cannot apply record of bad-record-0@50 to table db.mirror: ")
          .contains("field 'id'")
          .doesNotContain("abc");
      assertThat(pipeline.offsets(Pipeline.MIRROR)).containsEntry("bad-record-0", 50L);
      assertThat(pipeline.offsets(Pipeline.HISTORY)).containsEntry("bad-record-0", 50L);
      pipeline.checkRows();

      pipeline.stop();
      pipeline
          .rest()
          .alterOffsets(
              pipeline.name(),
              """
              {"offsets": [{"partition": {"kafka_topic": "bad-record", "kafka_partition": 0},
                            "offset": {"kafka_offset": 51}}]}""");
      pipeline.send(50).resume(1);
      pipeline.verify();
    }
  }

  @Test
  void aToleratedBadRecordGoesToTheDeadLetterTopicAndTheOthersLand() {
    String deadLetters = "dead-letters";
    try (Pipeline pipeline = pipeline("tolerated-record")) {
      pipeline
          .with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", deadLetters)
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .with("errors.deadletterqueue.context.headers.enable", "true");
      pipeline.send(50);
      sendBad(pipeline);
      pipeline.send(50).start(1).verify();

      List<ConsumerRecord<String, String>> dead = pipeline.topics().read(deadLetters);
      assertThat(dead).extracting(ConsumerRecord::value).containsExactly(BAD);
      assertThat(header(dead.get(0), "__connect.errors.offset")).isEqualTo("50");
      assertThat(header(dead.get(0), "__connect.errors.exception.message"))
          .contains("tolerated-record-0@50 to table db.mirror")
          .contains("field 'id'");
    }
  }

  private static void sendBad(Pipeline pipeline) {
    pipeline.topics().send(pipeline.name(), 0, Optional.of("\"abc\""), Optional.of(BAD));
    pipeline.changes().skip(0, 1);
  }

  private static String header(ConsumerRecord<String, String> sent, String name) {
    return new String(sent.headers().lastHeader(name).value(), UTF_8);
  }

  private static Pipeline pipeline(String name) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1);
  }
}
