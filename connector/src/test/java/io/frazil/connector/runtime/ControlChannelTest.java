package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class ControlChannelTest {
  private final ControlLog log = new ControlLog();
  private final ControlChannel channel = log.channel();
  private final List<ControlEvent<ContentFile<?>>> events =
      List.of(new StartCommit<>(new UUID(1, 1)));

  @Test
  void aRecordThatKafkaFindsTooLargeFailsTheTask() {
    log.producer.sendException =
        new RecordTooLargeException("The message is 2000000 bytes, and 1048576 are allowed");

    assertThatThrownBy(() -> channel.send(events))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Kafka refuses what the connector needs: The message is 2000000 bytes, and 1048576 are allowed. A record of the control topic may have half of iceberg.kafka.max.request.size, and more only where a single file has so many statistics. Let the topic's max.message.bytes be no smaller than iceberg.kafka.max.request.size; if it is not, raise both.");
  }

  @Test
  void anyOtherFailureIsPassedOverAndTheNextReportGoesThroughAnotherProducer() {
    log.producer.sendException = new TimeoutException("no answer");
    channel.send(events);
    channel.send(events);

    assertThat(log.said()).isEqualTo(events);
  }
}
