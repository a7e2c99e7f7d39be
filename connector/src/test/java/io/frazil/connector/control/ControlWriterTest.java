package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class ControlWriterTest {
  private final MockProducer<byte[], byte[]> producer = new Producer();

  @Test
  void allRecordsOfAnEventAreSentAndAcknowledged() {
    writer(producer)
        .send(
            List.of(
                SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a")),
                SampleEvents.startCommit()));

    assertThat(producer.history()).hasSize(3);
    assertThat(producer.completeNext()).as("a record is still under way").isFalse();
  }

  @Test
  void aRecordThatIsNotAcknowledgedIsReported() {
    Producer failing =
        new Producer() {
          @Override
          public synchronized void flush() {
            assertThat(completeNext()).isTrue();
            assertThat(errorNext(new TimeoutException("expired"))).isTrue();
          }
        };

    assertThatThrownBy(
            () ->
                writer(failing)
                    .send(
                        List.of(
                            SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a")))))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: expired. The report is repeated at the next round.")
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void whatTheProducerRefusesAtOnceIsReportedTheSameWay() {
    producer.sendException = new RecordTooLargeException("too large");

    assertThatThrownBy(() -> writer(producer).send(List.of(SampleEvents.startCommit())))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: too large. The report is repeated at the next round.");
  }

  @Test
  void closingClosesTheProducer() {
    writer(producer).close();

    assertThat(producer.closed()).isTrue();
  }

  private static ControlWriter writer(MockProducer<byte[], byte[]> producer) {
    return new ControlWriter(producer, SampleEvents.codec(512 * 1024), Duration.ofSeconds(1));
  }

  /** Acknowledges nothing before it is flushed. */
  private static class Producer extends MockProducer<byte[], byte[]> {
    private Producer() {
      super(
          false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    }
  }
}
