package io.frazil.connector.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records as they come back from a broker, and those of earlier releases kept in golden files. */
final class WireRecords {
  private WireRecords() {}

  static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> sent, long offset) {
    return received(sent.topic(), offset, sent.key(), sent.value(), sent.headers());
  }

  static ConsumerRecord<byte[], byte[]> received(
      String topic, long offset, byte[] key, byte[] value, Headers headers) {
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        0L,
        TimestampType.CREATE_TIME,
        key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }

  static Map<String, String> headers(ProducerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return headers;
  }

  /** The value in {@code <name>.avro}. */
  static byte[] goldenValue(String name) {
    return resource(name + ".avro");
  }

  /** The headers in {@code <name>.headers}, one per line, name and value parted by a colon. */
  static Map<String, String> goldenHeaders(String name) {
    Map<String, String> headers = new LinkedHashMap<>();
    new String(resource(name + ".headers"), StandardCharsets.UTF_8)
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              headers.put(line.substring(0, colon), line.substring(colon + 1));
            });
    return headers;
  }

  static ConsumerRecord<byte[], byte[]> golden(String name) {
    Headers headers = new RecordHeaders();
    goldenHeaders(name)
        .forEach((key, value) -> headers.add(key, value.getBytes(StandardCharsets.UTF_8)));
    return received("control", 0, new byte[0], goldenValue(name), headers);
  }

  private static byte[] resource(String name) {
    try (InputStream file = WireRecords.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("There is no golden file " + name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
