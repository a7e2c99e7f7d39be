package io.frazil.connector.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.frazil.connector.change.OperationMap.Meaning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationMapTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "I",
        "U",
        "insert",
        "update",
        "load",
        "c",
        "r",
        "u",
        "C",
        "R",
        "INSERT",
        "UPDATE_AFTER",
        "+I",
        "+U",
        " u ",
        "Load"
      })
  void whatSourcesSendForAPresentRowIsAnUpsert(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.UPSERT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"D", "delete", "d", "DELETE", "-D", "\td\n"})
  void whatSourcesSendForARemovedRowIsADelete(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.DELETE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE_BEFORE", "-U", "m", "M"})
  void beforeImagesAndMessagesAreIgnored(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.IGNORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "truncate", "T"})
  void aTruncateIsKnown(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.TRUNCATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X", "", " ", "inserted", "UPD", "+D"})
  void anythingElseHasNoMeaning(String value) {
    assertThat(OperationMap.standard().meaning(value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"I,UPSERT", "i,UPSERT", "n,UPSERT", "m,UPSERT", "X,DELETE", "B,IGNORE"})
  void aConfiguredMapIsReadIgnoringCaseAndBlanks(String value, Meaning meaning) {
    OperationMap map = OperationMap.parse("I:upsert, n : INSERT,M:update,X:delete,b:ignore");

    assertThat(map.meaning(value)).contains(meaning);
  }

  @Test
  void aConfiguredMapStandsAlone() {
    assertThat(OperationMap.parse("I:upsert").meaning("D")).isEmpty();
  }

  @Test
  void aValueMayItselfHoldAColon() {
    assertThat(OperationMap.parse("row:gone:delete").meaning("row:gone")).contains(Meaning.DELETE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'I:upsert,';Cannot read operation '': it is not of the form value:meaning, such as X:delete.",
        "'I';Cannot read operation 'I': it is not of the form value:meaning, such as X:delete.",
        "':delete';Cannot read operation ':delete': it is not of the form value:meaning, such as X:delete.",
        "'X:drop';Cannot read operation 'X:drop': its meaning is none of upsert, insert, update, delete, ignore.",
        "'x:delete,X:insert';Cannot read operation 'X:insert': its value has another meaning already, and case does not count."
      })
  void aMalformedMapIsRefused(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OperationMap.parse(text))
        .withMessage(message);
  }
}
