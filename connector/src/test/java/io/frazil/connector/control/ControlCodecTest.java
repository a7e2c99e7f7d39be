package io.frazil.connector.control;

import static io.frazil.connector.control.SampleEvents.codec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.connect.events.AvroUtil;
import org.apache.iceberg.connect.events.Event;
import org.apache.iceberg.connect.events.PayloadType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ControlCodecTest {
  private static final int HALF_A_MEBIBYTE = 512 * 1024;
  private final ControlCodec codec = codec(HALF_A_MEBIBYTE);

  static Stream<ControlEvent<ContentFile<?>>> eventsOfOneRecord() {
    return Stream.of(
        SampleEvents.startCommit(),
        SampleEvents.dataWritten(),
        SampleEvents.dataComplete(),
        SampleEvents.commitToTable(),
        SampleEvents.nothingCommitted(),
        SampleEvents.commitComplete());
  }

  @ParameterizedTest
  @MethodSource("eventsOfOneRecord")
  void anEventComesBackAsItWas(ControlEvent<ContentFile<?>> event) {
    List<ProducerRecord<byte[], byte[]>> records = codec.encode(event);

    assertThat(records).hasSize(1);
    assertThat(codec.decode(WireRecords.received(records.get(0), 0)))
        .isEqualTo(new Decoded.Ours(event));
  }

  @Test
  void everyKindOfEventIsAmongTheSamples() {
    assertThat(eventsOfOneRecord().map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(ControlEvent.class.getPermittedSubclasses());
  }

  static Stream<ContentFile<?>> keyFiles() {
    return Stream.of(WireFiles.keys("k"), WireFiles.keysOfAnySpec("k"));
  }

  @ParameterizedTest
  @MethodSource("keyFiles")
  void filesOfDifferentPartitionsGoIntoDifferentPartsAndComeBackWhole(ContentFile<?> keyFile) {
    List<ContentFile<?>> files =
        List.of(
            WireFiles.rows("a"),
            keyFile,
            WireFiles.rows("b"),
            WireFiles.vector("v", "s3://bucket/db/t/data/a.parquet"));
    DataWritten<ContentFile<?>> written =
        SampleEvents.dataWritten(files.toArray(ContentFile<?>[]::new));

    List<DataWritten<ContentFile<?>>> parts = sendAndReceive(written);

    assertThat(parts).extracting(DataWritten::part).containsExactly(0, 1);
    assertThat(parts).extracting(DataWritten::parts).containsOnly(2);
    assertThat(parts).extracting(DataWritten::sends).containsOnly(3);
    assertThat(parts)
        .allSatisfy(
            part ->
                assertThat(part.delta().withFiles(List.of()))
                    .isEqualTo(written.delta().withFiles(List.of())));
    assertThat(parts.stream().flatMap(part -> part.delta().files().stream()).map(WireFiles::facts))
        .containsExactlyInAnyOrderElementsOf(files.stream().map(WireFiles::facts).toList());
  }

  @Test
  void fiveHundredFilesOfThreeHundredColumnsStayBelowTheLimit() {
    List<ContentFile<?>> files = new ArrayList<>();
    IntStream.range(0, 500).forEach(number -> files.add(WireFiles.wide(number, 300)));
    DataWritten<ContentFile<?>> written =
        SampleEvents.dataWritten(files.toArray(ContentFile<?>[]::new));

    List<ProducerRecord<byte[], byte[]>> records = codec.encode(written);

    assertThat(records)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            record ->
                assertThat(record.value().length + ControlHeaders.sizeOf(record.headers()))
                    .isLessThanOrEqualTo(HALF_A_MEBIBYTE));
    Set<String> locations = new HashSet<>();
    sendAndReceive(written)
        .forEach(part -> part.delta().files().forEach(file -> locations.add(file.location())));
    assertThat(locations).hasSize(500);
  }

  @Test
  void aPartIsNotEncodedAgain() {
    DataWritten<ContentFile<?>> part =
        new DataWritten<>(SampleEvents.id(100), SampleEvents.dataWritten().delta(), 1, 2, 1);

    assertThatThrownBy(() -> codec.encode(part))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot encode delta %s: it must come whole, not as part 1 of 2."
                .formatted(SampleEvents.id(200)));
  }

  @Test
  void aForeignToolReadsThePayload() {
    Event event = AvroUtil.decode(codec.encode(SampleEvents.commitToTable()).get(0).value());

    assertThat(event.groupId()).isEqualTo("connect-orders-sink");
    assertThat(event.type()).isEqualTo(PayloadType.COMMIT_TO_TABLE);
    assertThat(event.id()).isEqualTo(SampleEvents.id(1001));
    assertThat(event.timestamp().toInstant()).isEqualTo(SampleEvents.NOW);
  }

  @Test
  void aRecordGoesToTheFirstPartitionUnderItsSendersKey() {
    ProducerRecord<byte[], byte[]> record = codec.encode(SampleEvents.startCommit()).get(0);

    assertThat(record.topic()).isEqualTo("control");
    assertThat(record.partition()).isZero();
    assertThat(record.key()).asString(StandardCharsets.UTF_8).isEqualTo("task-1");
  }

  @Test
  void anotherConnectorsEventIsForeign() {
    ControlAddress address =
        new ControlAddress("control", "other", "connect-other", "glue", "task-1");
    ControlCodec other =
        new ControlCodec(address, HALF_A_MEBIBYTE, Clock.systemUTC(), UUID::randomUUID);

    assertThat(
            codec.decode(WireRecords.received(other.encode(SampleEvents.startCommit()).get(0), 0)))
        .isEqualTo(new Decoded.Foreign());
  }

  @Test
  void aForeignToolsEventIsForeign() {
    byte[] value = codec.encode(SampleEvents.startCommit()).get(0).value();

    assertThat(
            codec.decode(
                WireRecords.received("control", 0, new byte[0], value, new RecordHeaders())))
        .isEqualTo(new Decoded.Foreign());
  }

  @Test
  void anEventOfAnUnknownVersionIsUnreadableAndSaysSo() {
    ConsumerRecord<byte[], byte[]> record =
        WireRecords.received(codec.encode(SampleEvents.startCommit()).get(0), 42);
    record.headers().remove("frazil-version");
    record.headers().add("frazil-version", "2".getBytes(StandardCharsets.UTF_8));

    assertThat(codec.decode(record))
        .isEqualTo(
            new Decoded.Unreadable(
                "Cannot read the control event at control-0@42: version '2' is not known, only '1'. If another release of this connector still runs, stop it."));
  }

  @Test
  void aDamagedEventIsUnreadable() {
    ProducerRecord<byte[], byte[]> sent = codec.encode(SampleEvents.startCommit()).get(0);

    assertThat(
            codec.decode(
                WireRecords.received("control", 7, sent.key(), new byte[3], sent.headers())))
        .isInstanceOf(Decoded.Unreadable.class);
  }

  @Test
  void anEventWithoutOneOfItsHeadersIsUnreadableAndNamesIt() {
    ConsumerRecord<byte[], byte[]> record =
        WireRecords.received(codec.encode(SampleEvents.dataComplete()).get(0), 7);
    record.headers().remove("frazil-worker");

    assertThat(codec.decode(record))
        .isInstanceOfSatisfying(
            Decoded.Unreadable.class,
            unreadable ->
                assertThat(unreadable.reason()).contains("header 'frazil-worker' is missing"));
  }

  private List<DataWritten<ContentFile<?>>> sendAndReceive(DataWritten<ContentFile<?>> written) {
    List<DataWritten<ContentFile<?>>> parts = new ArrayList<>();
    for (ProducerRecord<byte[], byte[]> record : codec.encode(written)) {
      Decoded decoded = codec.decode(WireRecords.received(record, 0));
      assertThat(decoded).isInstanceOf(Decoded.Ours.class);
      parts.add((DataWritten<ContentFile<?>>) ((Decoded.Ours) decoded).event());
    }
    return parts;
  }
}
