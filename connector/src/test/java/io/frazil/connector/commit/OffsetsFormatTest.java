package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetsFormatTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  @Test
  void twoLivesOfATopicInOneVectorComeBackApart() {
    Offsets offsets =
        new Offsets(
            Map.of(
                new SourcePartition("orders", 0), new Position(ONE, 5),
                new SourcePartition("orders", 1), new Position(OTHER, 6),
                new SourcePartition("orders", 2), new Position(ONE, Long.MAX_VALUE)));

    assertThat(OffsetsFormat.read(OffsetsFormat.write(offsets))).isEqualTo(offsets);
  }

  @Test
  void aTopicNamedLikeAKeyOfTheFormatIsATopic() {
    Offsets offsets = Offsets.of(new SourcePartition("id", 0), new Position(ONE, 5));

    assertThat(OffsetsFormat.read(OffsetsFormat.write(offsets))).isEqualTo(offsets);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0.5", "99999999999"})
  void aPartitionThatIsNoNumberIsRefused(String partition) {
    Map<String, Object> topic = Map.of("id", ONE.toString(), partition, 5);

    assertThatThrownBy(() -> OffsetsFormat.read(Map.of("v", 1, "topics", Map.of("orders", topic))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read offsets: the entry 'orders' is not of the form of version 1.");
  }

  @Test
  void anOffsetThatIsNotWholeIsRefused() {
    Map<String, Object> topic = Map.of("id", ONE.toString(), "0", 1.5);

    assertThatThrownBy(() -> OffsetsFormat.read(Map.of("v", 1, "topics", Map.of("orders", topic))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read offsets: the entry 'orders' is not of the form of version 1.");
  }

  @Test
  void aTreeWithoutVersionIsRefused() {
    assertThatThrownBy(() -> OffsetsFormat.read(Map.of("topics", Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot read offsets of version 'null'");
  }
}
