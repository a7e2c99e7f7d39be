package io.frazil.transforms.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.debezium.Samples.Form;
import io.frazil.transforms.debezium.Samples.Sample;
import io.frazil.transforms.envelope.Envelope;
import io.frazil.transforms.record.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * Spoils what Debezium sent: fields that are gone, null, of another type, unexpected. Whatever
 * comes, there is a change, nothing, or an error that tells the place and no value. Runs again with
 * {@code -Dfrazil.seed}.
 */
class SpoiledSamplesTest {
  private static final int ROUNDS = 20;

  private enum Outcome {
    TOMBSTONE,
    NOTHING,
    CHANGE,
    ERROR
  }

  @Test
  void aSpoiledRecordIsAChangeNothingOrAnErrorThatTellsItsPlace() {
    long seed = Long.getLong("frazil.seed", System.nanoTime());
    Mutation mutation = new Mutation(new Random(seed));
    Set<Outcome> seen = new HashSet<>();
    try (UnwrapDebezium<SinkRecord> transform = new UnwrapDebezium<>()) {
      transform.configure(Map.of());
      List<Sample> samples = samples();
      for (int round = 0; round < ROUNDS; round++) {
        for (Sample sample : samples) {
          SinkRecord spoiled = mutation.of(sample.record());
          try {
            seen.add(outcome(spoiled, transform::apply));
          } catch (Throwable fault) {
            throw new AssertionError(
                "-Dfrazil.seed=" + seed + ": " + sample + " spoiled into " + spoiled, fault);
          }
        }
      }
    }
    System.out.println("SpoiledSamplesTest: -Dfrazil.seed=" + seed);
    assertThat(seen).contains(Outcome.values());
  }

  @Test
  void aTransformThatFailsInAnotherWayIsCaught() {
    SinkRecord record = samples().get(0).record();

    assertThatThrownBy(
            () ->
                outcome(
                    record,
                    any -> {
                      throw new IllegalStateException("not a DataException");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                outcome(
                    record,
                    any -> {
                      throw new DataException("without a place");
                    }))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> outcome(record, any -> any)).isInstanceOf(RuntimeException.class);
  }

  private static List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    for (Form form : Form.values()) {
      for (String folder :
          List.of("mysql-json-schema", "postgres-json-schema", "postgres-unwrap-rewrite")) {
        samples.addAll(Samples.of(folder, form));
      }
    }
    return samples;
  }

  private static Outcome outcome(SinkRecord record, UnaryOperator<SinkRecord> transform) {
    SinkRecord result;
    try {
      result = transform.apply(record);
    } catch (DataException error) {
      assertThat(error)
          .hasMessageStartingWith(
              "Cannot read the Debezium record of %s-%d@%d: ",
              record.topic(), record.kafkaPartition(), record.kafkaOffset())
          .hasMessageEndingWith(".")
          .hasMessageNotContaining(Mutation.SECRET);
      return Outcome.ERROR;
    }
    assertThat(result.headers()).isEqualTo(record.headers());
    if (record.value() == null) {
      assertThat(result).isSameAs(record);
      return Outcome.TOMBSTONE;
    }
    if (result.value() == null) {
      assertThat(result.key()).isNull();
      return Outcome.NOTHING;
    }
    if (result.value() instanceof Struct struct) {
      struct.validate();
    }
    Fields facts = Fields.of(result.value()).orElseThrow().nested(Envelope.FIELD).orElseThrow();
    assertThat(facts.text("op")).get().isIn("I", "U", "D", "T");
    return Outcome.CHANGE;
  }
}
