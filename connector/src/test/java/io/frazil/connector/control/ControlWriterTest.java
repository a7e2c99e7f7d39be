package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class ControlWriterTest {
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(
          false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
  private final ControlWriter writer =
      new ControlWriter(producer, SampleEvents.codec(512 * 1024), Duration.ofSeconds(1));

  @Test
  void anEventIsSentWhenAllItsRecordsAreAcknowledged() {
    CompletableFuture<Void> sent =
        writer.send(SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a")));

    assertThat(producer.history()).hasSize(2);
    assertThat(producer.completeNext()).isTrue();
    assertThat(sent).isNotDone();
    assertThat(producer.completeNext()).isTrue();
    assertThat(sent).isCompleted();
  }

  @Test
  void anEventFailsWhenOneOfItsRecordsDoes() {
    CompletableFuture<Void> sent =
        writer.send(SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a")));

    assertThat(producer.completeNext()).isTrue();
    assertThat(producer.errorNext(new TimeoutException("expired"))).isTrue();
    assertThat(sent)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void flushingReportsAFailureOnce() {
    CompletableFuture<Void> sent = writer.send(SampleEvents.startCommit());
    assertThat(producer.errorNext(new TimeoutException("expired"))).isTrue();

    assertThat(sent).isCompletedExceptionally();
    assertThatThrownBy(writer::flush)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: expired. The report is repeated at the next round.")
        .hasCauseInstanceOf(TimeoutException.class);
    assertThatCode(writer::flush).doesNotThrowAnyException();
  }

  @Test
  void whatTheProducerRefusesAtOnceIsReportedTheSameWay() {
    producer.sendException = new RecordTooLargeException("too large");

    assertThat(writer.send(SampleEvents.startCommit())).isCompletedExceptionally();
    assertThatThrownBy(writer::flush)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: too large. The report is repeated at the next round.");
  }

  @Test
  void closingClosesTheProducer() {
    writer.close();

    assertThat(producer.closed()).isTrue();
  }
}
