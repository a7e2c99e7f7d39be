package io.frazil.dms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.frazil.transforms.dms.UnwrapDms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/** The way of messages through converter and transform, as a worker has it. */
final class Unwrapping implements AutoCloseable {
  private final JsonConverter converter = new JsonConverter();
  private final UnwrapDms<SinkRecord> transform = new UnwrapDms<>();

  Unwrapping() {
    converter.configure(Map.of("schemas.enable", "false"), false);
    transform.configure(Map.of("key.columns", Parcel.KEY));
  }

  /** What has become of each message. */
  static List<Optional<Envelope>> of(List<Message> messages) {
    try (Unwrapping unwrapping = new Unwrapping()) {
      return messages.stream().map(unwrapping::envelope).toList();
    }
  }

  private Optional<Envelope> envelope(Message message) {
    SchemaAndValue value = converter.toConnectData("depot", message.value().getBytes(UTF_8));
    return Envelope.of(
        transform.apply(
            new SinkRecord(
                "depot",
                0,
                Schema.STRING_SCHEMA,
                message.key(),
                value.schema(),
                value.value(),
                0)));
  }

  @Override
  public void close() {
    converter.close();
    transform.close();
  }
}
