package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.SourceOffset;
import io.frazil.connector.runtime.BadRecords.Tolerance;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class BadRecordsTest {
  private static final SinkRecord RECORD = RunningWorker.bad(0, 3);
  private final InvalidRecordException problem =
      new InvalidRecordException(new SourceOffset("orders", 0, 3), "it is bad.");

  @Test
  void withoutToleranceNoneIsPassedOver() {
    BadRecords badRecords = new BadRecords(Optional.empty(), Tolerance.NONE);

    assertThat(badRecords.isPassedOver(RECORD, problem)).isFalse();
  }

  @Test
  void withToleranceOneIsPassedOverAlsoWithoutADeadLetterTopic() {
    BadRecords badRecords = new BadRecords(Optional.empty(), Tolerance.ALL);

    assertThat(badRecords.isPassedOver(RECORD, problem)).isTrue();
    badRecords.await();
  }

  @Test
  void aReportThatFailsStopsTheTask() {
    BadRecords badRecords =
        new BadRecords(
            Optional.of(
                (sinkRecord, reason) ->
                    CompletableFuture.failedFuture(new IllegalStateException("no access"))),
            Tolerance.ALL);
    badRecords.isPassedOver(RECORD, problem);

    assertThatThrownBy(badRecords::await)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot report a bad record to the dead-letter topic. Check the topic and its rights.")
        .hasRootCauseMessage("no access");
  }
}
