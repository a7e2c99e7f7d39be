package io.frazil.transforms.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.record.Fields;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** What a transform may make of a record, whatever is wrong with it. */
public enum Outcome {
  /** A record without a value stays one. */
  TOMBSTONE,
  /** A record with neither key nor value. */
  NOTHING,
  /** A valid envelope. */
  CHANGE,
  /** An error that tells the record's place and no value. */
  ERROR;

  /** What no message may repeat. */
  public static final String SECRET = "s3cret";

  /**
   * What a transform makes of a record.
   *
   * @param failed how the message of an error begins
   * @throws AssertionError if it is none of these
   */
  public static Outcome of(SinkRecord record, String failed, UnaryOperator<SinkRecord> transform) {
    try {
      return outcome(record, failed, transform);
    } catch (AssertionError | RuntimeException fault) {
      throw new AssertionError("A transform failed at " + record, fault);
    }
  }

  private static Outcome outcome(
      SinkRecord record, String failed, UnaryOperator<SinkRecord> transform) {
    SinkRecord result;
    try {
      result = transform.apply(record);
    } catch (DataException error) {
      assertThat(error)
          .hasMessageStartingWith(
              "%s of %s-%d@%d: ",
              failed, record.topic(), record.kafkaPartition(), record.kafkaOffset())
          .hasMessageEndingWith(".")
          .hasMessageNotContaining(SECRET);
      return ERROR;
    }
    assertThat(result.headers()).isEqualTo(record.headers());
    if (record.value() == null) {
      assertThat(result.value()).isNull();
      return TOMBSTONE;
    }
    if (result.value() == null) {
      assertThat(result.key()).isNull();
      return NOTHING;
    }
    if (result.value() instanceof Struct struct) {
      struct.validate();
    }
    Fields facts = Fields.of(result.value()).orElseThrow().nested(Envelope.FIELD).orElseThrow();
    assertThat(facts.text("op")).get().isIn("I", "U", "D", "T");
    return CHANGE;
  }
}
