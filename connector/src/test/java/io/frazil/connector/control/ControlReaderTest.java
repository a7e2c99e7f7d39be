package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.ControlEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class ControlReaderTest {
  private static final TopicPartition FIRST = new TopicPartition("control", 0);
  private static final TopicPartition SECOND = new TopicPartition("control", 1);
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest");
  private final ControlCodec codec = SampleEvents.codec(512 * 1024);

  @Test
  void aWorkerReadsWhatIsSaidFromNowOn() {
    consumer.updateEndOffsets(Map.of(FIRST, 1L));
    try (ControlReader reader = ControlReader.following(consumer, codec, "control")) {
      consumer.addRecord(received(SampleEvents.startCommit(), 0));
      consumer.addRecord(received(SampleEvents.commitComplete(), 1));

      assertThat(reader.poll(Duration.ZERO)).containsExactly(SampleEvents.commitComplete());
      assertThat(reader.poll(Duration.ZERO)).isEmpty();
      assertThat(consumer.assignment()).containsExactly(FIRST);
    }
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void foreignAndDamagedRecordsArePassedOver() {
    consumer.updateEndOffsets(Map.of(FIRST, 0L));
    try (ControlReader reader = ControlReader.following(consumer, codec, "control")) {
      ControlAddress address =
          new ControlAddress("control", "other", "connect-other", "glue", "task-1");
      ControlCodec other = new ControlCodec(address, 4096, Clock.systemUTC(), UUID::randomUUID);
      consumer.addRecord(WireRecords.received(other.encode(SampleEvents.startCommit()).get(0), 0));
      consumer.addRecord(
          WireRecords.received("control", 1, new byte[0], new byte[1], new RecordHeaders()));
      ConsumerRecord<byte[], byte[]> damaged = received(SampleEvents.dataComplete(), 2);
      damaged.headers().remove("frazil-worker");
      consumer.addRecord(damaged);
      consumer.addRecord(received(SampleEvents.startCommit(), 3));

      assertThat(reader.poll(Duration.ZERO)).containsExactly(SampleEvents.startCommit());
    }
  }

  @Test
  void aCandidateIsToldOfThePartitionThatLeads() {
    Leadership leadership = new Leadership();
    consumer.updateEndOffsets(Map.of(FIRST, 0L, SECOND, 0L));
    try (ControlReader reader = ControlReader.electing(consumer, codec, "control", leadership)) {
      consumer.rebalance(List.of(FIRST, SECOND));
      consumer.addRecord(received(SampleEvents.startCommit(), 0));

      assertThat(reader.poll(Duration.ZERO)).containsExactly(SampleEvents.startCommit());
      assertThat(leadership.won).filteredOn(ControlReader::isLeading).containsExactly(FIRST);

      consumer.rebalance(List.of(SECOND));
      assertThat(leadership.lost).contains(FIRST);
    }
  }

  @Test
  void aLeaderHearsAllThatIsSaidWhileOthersComeAndGo() {
    consumer.updateEndOffsets(Map.of(FIRST, 0L, SECOND, 0L));
    try (ControlReader reader =
        ControlReader.electing(consumer, codec, "control", new Leadership())) {
      consumer.rebalance(List.of(FIRST));
      assertThat(reader.poll(Duration.ZERO)).isEmpty();
      consumer.updateEndOffsets(Map.of(FIRST, 1L));
      consumer.rebalance(List.of(FIRST, SECOND));
      // The mock drops at a rebalance what was added before.
      consumer.addRecord(received(SampleEvents.startCommit(), 0));

      assertThat(reader.poll(Duration.ZERO)).containsExactly(SampleEvents.startCommit());
    }
  }

  @Test
  void aReaderThatCannotStartLeavesNoConsumerOpen() {
    consumer.setPollException(new AuthorizationException("no access"));
    consumer.setOffsetsException(new AuthorizationException("no access"));

    assertThatThrownBy(() -> ControlReader.following(consumer, codec, "control"))
        .isInstanceOf(RuntimeException.class);
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void anotherThreadEndsAPoll() {
    consumer.updateEndOffsets(Map.of(FIRST, 0L));
    try (ControlReader reader = ControlReader.following(consumer, codec, "control")) {
      reader.wakeup();

      assertThatThrownBy(() -> reader.poll(Duration.ofMinutes(1)))
          .isInstanceOf(WakeupException.class);
    }
  }

  private ConsumerRecord<byte[], byte[]> received(ControlEvent<ContentFile<?>> event, long offset) {
    return WireRecords.received(codec.encode(event).get(0), offset);
  }

  private static final class Leadership implements ConsumerRebalanceListener {
    private final List<TopicPartition> won = new ArrayList<>();
    private final List<TopicPartition> lost = new ArrayList<>();

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      won.addAll(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      lost.addAll(partitions);
    }
  }
}
