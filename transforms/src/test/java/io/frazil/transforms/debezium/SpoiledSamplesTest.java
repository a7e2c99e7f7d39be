package io.frazil.transforms.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.debezium.Samples.Form;
import io.frazil.transforms.debezium.Samples.Sample;
import io.frazil.transforms.sample.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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

  private static final String FAILED = "Cannot read the Debezium record";

  @Test
  void aSpoiledRecordIsAChangeNothingOrAnErrorThatTellsItsPlace() {
    long seed = Long.getLong("frazil.seed", System.nanoTime());
    System.out.println("SpoiledSamplesTest: -Dfrazil.seed=" + seed);
    Mutation mutation = new Mutation(new Random(seed));
    Set<Outcome> seen = new HashSet<>();
    try (UnwrapDebezium<SinkRecord> transform = new UnwrapDebezium<>()) {
      transform.configure(Map.of());
      List<Sample> samples = samples();
      for (int round = 0; round < ROUNDS; round++) {
        for (Sample sample : samples) {
          seen.add(Outcome.of(mutation.of(sample.record()), FAILED, transform::apply));
        }
      }
    }
    assertThat(seen).contains(Outcome.values());
  }

  @Test
  void aTransformThatFailsInAnotherWayIsCaught() {
    SinkRecord record = samples().get(0).record();

    assertThatThrownBy(
            () ->
                Outcome.of(
                    record,
                    FAILED,
                    any -> {
                      throw new IllegalStateException("not a DataException");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                Outcome.of(
                    record,
                    FAILED,
                    any -> {
                      throw new DataException("without a place");
                    }))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> Outcome.of(record, FAILED, any -> any))
        .isInstanceOf(AssertionError.class);
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
}
