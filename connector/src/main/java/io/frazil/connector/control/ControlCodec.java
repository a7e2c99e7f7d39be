package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.connect.events.AvroUtil;
import org.apache.iceberg.connect.events.Event;
import org.apache.iceberg.connect.events.Payload;
import org.apache.iceberg.util.DateTimeUtil;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Control events as records of the control topic and back. What any release since 0.1 wrote is read
 * for ever; other connectors' events and foreign tools' records on the same topic are told apart.
 *
 * <p>Thread-safe.
 */
public final class ControlCodec {
  /** The partition that everybody writes to and reads, also where a topic has more. */
  static final int PARTITION = 0;

  private static final String VERSION = "1";
  // Of the fields of Iceberg's Event, by position.
  private static final int EVENT_ID = 0;
  private static final int EVENT_TIME = 2;

  private final ControlAddress address;
  private final int maxRecordBytes;
  private final Clock clock;
  private final Supplier<UUID> ids;

  /**
   * @param maxRecordBytes records larger than this are split where they can be
   * @param clock stamps events, for the eyes of people and tools only
   * @param ids gives a new random id at each call
   */
  public ControlCodec(ControlAddress address, int maxRecordBytes, Clock clock, Supplier<UUID> ids) {
    this.address = requireNonNull(address, "address");
    this.maxRecordBytes = maxRecordBytes;
    this.clock = requireNonNull(clock, "clock");
    this.ids = requireNonNull(ids, "ids");
  }

  /**
   * The records of an event: one, or several for a delta with more files than fit into one, or with
   * files of several partition types. The parts are numbered here, so a delta must come whole.
   */
  public List<ProducerRecord<byte[], byte[]>> encode(ControlEvent<ContentFile<?>> event) {
    if (event instanceof DataWritten<ContentFile<?>> written) {
      return encodeParts(written);
    }
    return List.of(record(value(WireEvents.payload(event, address)), headers(event)));
  }

  /** The event of a record. */
  public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
    ControlHeaders headers = new ControlHeaders(record.headers());
    if (!headers.find(ControlHeaders.CONNECTOR).equals(Optional.of(address.connector()))) {
      return new Decoded.Foreign();
    }
    try {
      String version = headers.text(ControlHeaders.VERSION);
      if (!VERSION.equals(version)) {
        return unreadable(
            record, "version '%s' is not known, only '%s'".formatted(version, VERSION));
      }
      return new Decoded.Ours(WireEvents.event(AvroUtil.decode(record.value()).payload(), headers));
    } catch (RuntimeException e) {
      // Whatever a damaged record makes Avro or Iceberg throw, the record is at fault.
      return unreadable(record, e.toString());
    }
  }

  private List<ProducerRecord<byte[], byte[]>> encodeParts(DataWritten<ContentFile<?>> written) {
    if (written.parts() != 1) {
      throw new IllegalArgumentException(
          "Cannot encode delta %s: it must come whole, not as part %d of %d."
              .formatted(written.delta().id(), written.part(), written.parts()));
    }
    int headerBytes = ControlHeaders.sizeOf(headers(written));
    List<byte[]> values = new ArrayList<>();
    for (List<ContentFile<?>> files : WireEvents.byPartitionType(written.delta().files())) {
      split(written, files, maxRecordBytes - headerBytes, values);
    }
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int part = 0; part < values.size(); part++) {
      records.add(
          record(
              values.get(part),
              headers(
                  new DataWritten<>(
                      written.round(), written.delta(), part, values.size(), written.sends()))));
    }
    return records;
  }

  private void split(
      DataWritten<ContentFile<?>> written,
      List<ContentFile<?>> files,
      int maxBytes,
      List<byte[]> values) {
    byte[] value = value(WireEvents.dataWritten(written, files, address));
    if (value.length <= maxBytes || files.size() < 2) {
      values.add(value);
      return;
    }
    int chunks = Math.max(2, value.length / Math.max(1, maxBytes) + 1);
    int chunk = (files.size() + chunks - 1) / chunks;
    for (int from = 0; from < files.size(); from += chunk) {
      split(written, files.subList(from, Math.min(from + chunk, files.size())), maxBytes, values);
    }
  }

  private byte[] value(Payload payload) {
    Event event = new Event(address.groupId(), payload);
    event.put(EVENT_ID, ids.get());
    event.put(EVENT_TIME, DateTimeUtil.microsFromInstant(clock.instant()));
    return AvroUtil.encode(event);
  }

  private Headers headers(ControlEvent<ContentFile<?>> event) {
    Headers headers = new RecordHeaders();
    WireEvents.describe(
        event,
        new ControlHeaders(headers)
            .put(ControlHeaders.VERSION, VERSION)
            .put(ControlHeaders.CONNECTOR, address.connector()));
    return headers;
  }

  private ProducerRecord<byte[], byte[]> record(byte[] value, Headers headers) {
    return new ProducerRecord<>(
        address.topic(),
        PARTITION,
        address.sender().getBytes(StandardCharsets.UTF_8),
        value,
        headers);
  }

  private static Decoded unreadable(ConsumerRecord<byte[], byte[]> record, String reason) {
    return new Decoded.Unreadable(
        "Cannot read the control event at %s-%d@%d: %s. If another release of this connector still runs, stop it."
            .formatted(record.topic(), record.partition(), record.offset(), reason));
  }
}
