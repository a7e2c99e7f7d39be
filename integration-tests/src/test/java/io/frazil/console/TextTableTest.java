package io.frazil.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void numbersStandToTheRightAndTextToTheLeft() {
    TextTable table =
        new TextTable(
            List.of("id", "product_name"),
            List.of(List.of("100", "Desk lamp"), List.of("7", "Hose, 20 m")));

    assertThat(table.lines())
        .containsExactly(
            "   id | product_name",
            "  ----+-------------",
            "  100 | Desk lamp",
            "    7 | Hose, 20 m");
  }

  @Test
  void aTableWithoutRowsHasItsHeading() {
    TextTable table = new TextTable(List.of("id"), List.of());

    assertThat(table.lines()).containsExactly("  id", "  --");
  }
}
