package io.frazil.transforms.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.debezium.LogPosition.Order;
import io.frazil.transforms.record.Fields;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogPositionTest {
  @Test
  void aPositionOfPostgresIsTheCommitBeforeThenTheLsn() {
    assertThat(
            streamed("{\"sequence\": \"[\\\"23636640\\\",\\\"23636792\\\"]\", \"lsn\": 23636792}"))
        .isEqualTo("00000000000023636640:00000000000023636792:0000000001");
  }

  @Test
  void aPositionWithoutASequenceIsTheLsn() {
    assertThat(streamed("{\"lsn\": 7}"))
        .isEqualTo("00000000000000000007:00000000000000000007:0000000001");
  }

  @Test
  void aSnapshotThatIsTakenAnewComesAfterWhatWasStreamedBefore() {
    String streamed = streamed("{\"sequence\": \"[\\\"500\\\",\\\"600\\\"]\", \"lsn\": 600}");
    String anew = at("{\"sequence\": \"[null,\\\"700\\\"]\", \"lsn\": 700}", Order.SNAPSHOT);
    String after = streamed("{\"sequence\": \"[null,\\\"700\\\"]\", \"lsn\": 700}");

    assertThat(List.of(streamed, anew, after)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aTransactionThatCommitsLaterComesLaterThoughItBeganEarlier() {
    String committedFirst = streamed("{\"sequence\": \"[\\\"100\\\",\\\"130\\\"]\", \"lsn\": 130}");
    String begunFirst = streamed("{\"sequence\": \"[\\\"140\\\",\\\"120\\\"]\", \"lsn\": 120}");

    assertThat(committedFirst).isLessThan(begunFirst);
  }

  @Test
  void aPositionOfMySqlIsTheNumberOfTheFileThenThePositionInIt() {
    assertThat(streamed("{\"file\": \"bin.000012\", \"pos\": 5410, \"row\": 3}"))
        .isEqualTo("00000000000000000012:00000000000000005410:0000000001");
  }

  @Test
  void filesWithMoreDigitsComeLater() {
    assertThat(streamed("{\"file\": \"bin.999999\", \"pos\": 9}"))
        .isLessThan(streamed("{\"file\": \"bin.1000000\", \"pos\": 4}"));
  }

  @Test
  void theOrderInTheTransactionDecidesWithinOnePosition() {
    String source = "{\"file\": \"bin.000001\", \"pos\": 9098, \"row\": 1}";

    assertThat(
            List.of(
                at(source, Order.SNAPSHOT),
                at(source, Order.of(Optional.of(2L))),
                at(source, Order.of(Optional.of(10L)))))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void aSourceThatTellsNeitherLsnNorFileHasNoPosition() {
    assertThat(LogPosition.of(source("{\"scn\": \"1\"}"), Order.SNAPSHOT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"sequence\": \"[1,2]\"}|field 'sequence' is not of the form [\"commit LSN\",\"LSN\"]",
        "{\"sequence\": \"[null,null]\"}|field 'sequence' has no LSN",
        "{\"sequence\": 5}|field 'sequence' is not a string",
        "{\"lsn\": -1}|field 'lsn' is negative",
        "{\"lsn\": \"0/16\"}|field 'lsn' is not an integer",
        "{\"file\": \"bin\", \"pos\": 1}|field 'file' does not end with a number",
        "{\"file\": \"bin.1\"}|field 'pos' is missing beside a file"
      })
  void aPositionThatCannotBeReadIsAnError(String source, String message) {
    assertThatThrownBy(() -> streamed(source))
        .isInstanceOf(DataException.class)
        .hasMessage(message);
  }

  private static String streamed(String source) {
    return at(source, Order.of(Optional.empty()));
  }

  private static String at(String source, Order order) {
    return LogPosition.of(source(source), order).orElseThrow();
  }

  private static Fields source(String json) {
    return Fields.of(Samples.schemaless(json)).orElseThrow();
  }
}
