package io.frazil.connector.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class InvalidRecordExceptionTest {
  @Test
  void aReasonFoundElsewhereGetsTheRecordsPlace() {
    DataException cause = new DataException("Cannot convert field 'id'.");

    assertThat(new InvalidRecordException(new SourceOffset("t", 1, 2), cause.getMessage(), cause))
        .isInstanceOf(DataException.class)
        .hasMessage("Cannot apply record of t-1@2: Cannot convert field 'id'.")
        .hasCause(cause);
  }

  @Test
  void theTableIsNamedOnceItIsKnown() {
    DataException cause = new DataException("unknown");

    assertThat(
            new InvalidRecordException(new SourceOffset("t", 1, 2), "its key is null.", cause)
                .at("db.t"))
        .hasMessage("Cannot apply record of t-1@2 to table db.t: its key is null.")
        .hasCause(cause);
  }
}
