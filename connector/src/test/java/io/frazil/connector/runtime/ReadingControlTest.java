package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.kafka;
import static io.frazil.connector.runtime.RunningWorker.source;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingControlTest {
  private final KnownContext context = new KnownContext();
  private final ReadingControl reading = new ReadingControl(context);

  @Test
  void aSeekHoldsForTheRestOfTheBatch() {
    reading.begin();
    reading.seek(source(0), 7);
    assertThat(reading.isSought(source(0))).isTrue();
    assertThat(context.seeks).isEqualTo(Map.of(kafka(0), 7L));

    reading.begin();
    assertThat(reading.isSought(source(0))).isFalse();
  }

  @Test
  void aSeekInsideARebalanceIsMadeAgainSinceTheBatchMayBeOlder() {
    reading.begin();
    reading.seek(source(0), 7);
    reading.seek(source(1), 8);
    reading.revoked(List.of(source(1)));
    context.seeks.clear();

    reading.begin();
    assertThat(reading.isSought(source(0))).isTrue();
    assertThat(context.seeks).isEqualTo(Map.of(kafka(0), 7L));

    reading.begin();
    assertThat(reading.isSought(source(0))).isFalse();
  }

  @Test
  void nothingIsSoughtInAPartitionThatGoesUntilItComesAgain() {
    reading.begin();
    reading.revoked(List.of(source(0)));
    reading.seek(source(0), 7);
    assertThat(context.seeks).isEmpty();
    reading.begin();
    assertThat(context.seeks).isEmpty();

    reading.assigned(List.of(source(0)));
    reading.seek(source(0), 7);
    assertThat(context.seeks).isEqualTo(Map.of(kafka(0), 7L));
  }

  @Test
  void allIsPausedAndResumed() {
    context.assigned.addAll(List.of(kafka(0), kafka(1)));

    reading.pauseWhile(true);
    assertThat(context.paused).containsExactly(kafka(0), kafka(1));

    reading.pauseWhile(false);
    assertThat(context.paused).isEmpty();
  }

  @Test
  void whatCameWhilePausedIsPausedToo() {
    context.assigned.add(kafka(0));
    reading.pauseWhile(true);
    context.assigned.add(kafka(1));
    reading.assigned(List.of(source(1)));

    reading.pauseWhile(true);

    assertThat(context.paused).containsExactly(kafka(0), kafka(1));
  }
}
