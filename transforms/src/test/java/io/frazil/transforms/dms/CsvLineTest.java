package io.frazil.transforms.dms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.dms.CsvLine.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The random lines of a failure come again with {@code -Dfrazil.seed} and the seed it printed. */
class CsvLineTest {

  @Test
  void fieldsStandBetweenDelimiters() {
    assertThat(CsvLine.fields("I,100,Desk lamp", ','))
        .containsExactly(plain("I"), plain("100"), plain("Desk lamp"));
  }

  @Test
  void emptyFieldsAreFields() {
    assertThat(CsvLine.fields(",,", ',')).containsExactly(plain(""), plain(""), plain(""));
    assertThat(CsvLine.fields("", ',')).containsExactly(plain(""));
  }

  @Test
  void quotesHideDelimitersAndAreDoubledInside() {
    assertThat(CsvLine.fields("106,\"Hose, 20 m\",\"say \"\"hi\"\", twice\",\"\"", ','))
        .containsExactly(
            plain("106"), quoted("Hose, 20 m"), quoted("say \"hi\", twice"), quoted(""));
  }

  @Test
  void quotesInsideAPlainFieldStandForThemselves() {
    assertThat(CsvLine.fields("5\" pipe,1", ',')).containsExactly(plain("5\" pipe"), plain("1"));
  }

  @Test
  void quotesThatAreNotClosedAreRefusedWithTheirPlace() {
    assertThatThrownBy(() -> CsvLine.fields("U,\"secret", ','))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "the quotes opened at character 3 are not closed; a field with a line break must come"
                + " as one record");
  }

  @Test
  void textBehindClosedQuotesIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> CsvLine.fields("\"a\"b,c", ','))
        .isInstanceOf(DataException.class)
        .hasMessage("the quotes closed at character 3 are not followed by a delimiter");
  }

  @RepeatedTest(50)
  void whateverIsWrittenByTheRulesIsReadBack() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      char delimiter = ",;|\t".charAt(random.nextInt(4));
      List<Field> fields = randomFields(random, delimiter);
      String line = written(fields, delimiter);

      assertThat(CsvLine.fields(line, delimiter)).as("seed %s: %s", seed, line).isEqualTo(fields);
    }
  }

  private static List<Field> randomFields(Random random, char delimiter) {
    List<Field> fields = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int field = 0; field < count; field++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(8);
      for (int letter = 0; letter < length; letter++) {
        text.append("ab\"ü \n,;|\t".charAt(random.nextInt(10)));
      }
      boolean needsQuotes = text.indexOf("\"") == 0 || text.indexOf("" + delimiter) >= 0;
      fields.add(
          needsQuotes || random.nextBoolean() ? quoted(text.toString()) : plain(text.toString()));
    }
    return fields;
  }

  private static String written(List<Field> fields, char delimiter) {
    return String.join(
        "" + delimiter,
        fields.stream()
            .map(
                field ->
                    switch (field.quoting()) {
                      case PLAIN -> field.text();
                      case QUOTED -> "\"" + field.text().replace("\"", "\"\"") + "\"";
                    })
            .toList());
  }

  private static Field plain(String text) {
    return new Field(text, Quoting.PLAIN);
  }

  private static Field quoted(String text) {
    return new Field(text, Quoting.QUOTED);
  }
}
