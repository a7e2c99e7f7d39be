package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.History.Marker;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OffsetsJsonTest {
  private static final UUID ONE = UUID.fromString("6f1e0000-0000-4000-8000-000000000001");
  private static final UUID OTHER = UUID.fromString("6f1e0000-0000-4000-8000-000000000002");
  private static final Offsets VECTOR =
      new Offsets(
          Map.of(
              new SourcePartition("orders", 0), new Position(ONE, 123),
              new SourcePartition("orders", 2), new Position(ONE, 4_294_967_296L),
              new SourcePartition("orders", 10), new Position(OTHER, 0),
              new SourcePartition("a.\"quoted\"-topic", 1), new Position(OTHER, 7)));

  @Test
  void aVectorIsWrittenAsTheGoldenFileHasIt() {
    assertThat(OffsetsJson.write(VECTOR)).isEqualTo(golden("offsets-v1.json"));
  }

  @Test
  void theGoldenVectorIsReadBack() {
    assertThat(OffsetsJson.readOffsets(golden("offsets-v1.json"))).isEqualTo(VECTOR);
  }

  @Test
  void theGoldenMarkerIsReadBackAndWrittenTheSame() {
    Marker marker =
        new Marker(
            5_123_456_789_012_345_678L,
            9,
            VECTOR,
            VECTOR.with(new SourcePartition("orders", 0), new Position(ONE, 200)));

    assertThat(OffsetsJson.readMarker(golden("marker-v1.json"))).isEqualTo(marker);
    assertThat(OffsetsJson.write(marker)).isEqualTo(golden("marker-v1.json"));
  }

  @Test
  void theEmptyVectorIsRead() {
    assertThat(OffsetsJson.readOffsets(OffsetsJson.write(Offsets.none())))
        .isEqualTo(Offsets.none());
  }

  @Test
  void anUnknownVersionIsRefused() {
    assertThatThrownBy(() -> OffsetsJson.readOffsets("{\"v\":2,\"topics\":{}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot read offsets of version '2': only version 1 is known. Use a release that is at least as new as the one that wrote them.");
  }

  @Test
  void whatIsNoJsonIsRefused() {
    assertThatThrownBy(() -> OffsetsJson.readOffsets("{\"v\":"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read offsets: they are not JSON.");
  }

  @Test
  void anEntryThatIsNoOffsetIsRefused() {
    assertThatThrownBy(
            () ->
                OffsetsJson.readOffsets(
                    "{\"v\":1,\"topics\":{\"orders\":{\"id\":\"%s\",\"0\":\"x\"}}}".formatted(ONE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read offsets: the entry 'orders' is not of the form of version 1.");
  }

  @Test
  void aMarkerThatLacksAPartIsRefused() {
    assertThatThrownBy(() -> OffsetsJson.readMarker("{\"snapshot\":1}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot read the marker of the last commit: it lacks one of 'snapshot', 'sequence', 'committed', 'high'.");
  }

  private static String golden(String name) {
    try (InputStream file = OffsetsJsonTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
