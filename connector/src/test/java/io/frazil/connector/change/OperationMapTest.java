package io.frazil.connector.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.change.OperationMap.Meaning;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationMapTest {
  @ParameterizedTest
  @ValueSource(strings = {"I", "insert", "load", "c", "r", "C", "R", "INSERT", "+I", "Load"})
  void whatSourcesSendForANewRowIsAnInsert(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.INSERT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"U", "update", "u", "UPDATE_AFTER", "+U", " u "})
  void whatSourcesSendForAChangedRowIsAnUpdate(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.UPDATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"D", "delete", "d", "DELETE", "-D", "\td\n"})
  void whatSourcesSendForARemovedRowIsADelete(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.DELETE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE_BEFORE", "-U", "update_before"})
  void theRowBeforeAnUpdateIsKnown(String value) {
    assertThat(OperationMap.standard().meaning(value)).contains(Meaning.UPDATE_BEFORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "M"})
  void messagesAreIgnored(String value) {
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
  @CsvSource({"D,IGNORE", "-d,IGNORE", "X,IGNORE", "I,INSERT", "t,TRUNCATE"})
  void deletesCanBeIgnoredWhateverTheyAreCalled(String value, Meaning meaning) {
    OperationMap map = OperationMap.standard().with(Map.of("X", Meaning.DELETE)).ignoringDeletes();

    assertThat(map.meaning(value)).contains(meaning);
  }

  @ParameterizedTest
  @CsvSource({"X,DELETE", "x,DELETE", "' X ',DELETE", "d,IGNORE", "I,INSERT"})
  void configuredMeaningsWinOverTheKnownOnes(String value, Meaning meaning) {
    OperationMap map =
        OperationMap.standard().with(Map.of(" x", Meaning.DELETE, "D", Meaning.IGNORE));

    assertThat(map.meaning(value)).contains(meaning);
  }
}
