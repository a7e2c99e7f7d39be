package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.ControlEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class ControlWriterTest {
  private final Producer producer = new Producer();

  @Test
  void allRecordsOfAnEventAreSentAndAcknowledged() {
    writer(producer, () -> {}).send(threeRecords());

    assertThat(producer.history()).hasSize(3);
    assertThat(producer.completeNext()).as("a record is still under way").isFalse();
  }

  @Test
  void aRecordThatIsNotAcknowledgedIsReported() {
    producer.answers = () -> producer.errorNext(new TimeoutException("expired"));

    assertThatThrownBy(() -> writer(producer, () -> {}).send(threeRecords()))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: expired. The report is repeated at the next round.")
        .hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void whileAnAnswerIsLateTheTopicIsLookedAfter() {
    producer.answers = () -> false;

    // Then the broker takes what it had no place for.
    writer(producer, producer::flush).send(threeRecords());

    assertThat(producer.history()).hasSize(3);
    assertThat(producer.completeNext()).isFalse();
  }

  @Test
  void aTopicThatCannotBeMadeIsToldAsItIs() {
    producer.answers = () -> false;
    ConnectException lacking = new ConnectException("Cannot create control topic 'c'.");
    ControlWriter writer =
        writer(
            producer,
            () -> {
              throw lacking;
            });

    assertThatThrownBy(() -> writer.send(threeRecords())).isSameAs(lacking);
  }

  @Test
  void nothingIsSentAfterARecordThatIsRefused() {
    producer.answers = () -> producer.errorNext(new TimeoutException("no such topic"));

    assertThatThrownBy(() -> writer(producer, () -> {}).send(threeRecords()))
        .isInstanceOf(ConnectException.class);

    assertThat(producer.history()).hasSize(1);
  }

  @Test
  void whatTheProducerRefusesAtOnceIsReportedTheSameWay() {
    producer.sendException = new RecordTooLargeException("too large");

    assertThatThrownBy(() -> writer(producer, () -> {}).send(threeRecords()))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot send to the control topic: too large. The report is repeated at the next round.");
  }

  @Test
  void closingClosesTheProducer() {
    writer(producer, () -> {}).close();

    assertThat(producer.closed()).isTrue();
  }

  private static List<ControlEvent<ContentFile<?>>> threeRecords() {
    return List.of(
        SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a")),
        SampleEvents.startCommit());
  }

  private static ControlWriter writer(Producer producer, Runnable topic) {
    return new ControlWriter(
        producer, SampleEvents.codec(512 * 1024), topic, Duration.ofSeconds(1));
  }

  /** Answers each record at once, as it is told to. */
  private static final class Producer extends MockProducer<byte[], byte[]> {
    private BooleanSupplier answers = this::completeNext;

    private Producer() {
      super(
          false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> sent) {
      Future<RecordMetadata> answer = super.send(sent);
      boolean isAnswered = answers.getAsBoolean();
      assertThat(answer.isDone()).isEqualTo(isAnswered);
      return answer;
    }
  }
}
