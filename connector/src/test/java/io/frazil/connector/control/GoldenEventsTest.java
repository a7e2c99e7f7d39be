package io.frazil.connector.control;

import static io.frazil.connector.control.SampleEvents.codec;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was once written is read for ever. When the format changes, the golden files here stay and
 * are only read from then on; new ones are added beside them.
 */
class GoldenEventsTest {
  private static final DataWritten<ContentFile<?>> WRITTEN =
      SampleEvents.dataWritten(WireFiles.keys("k"), WireFiles.rows("a"));

  static Stream<Arguments> events() {
    return Stream.of(
        Arguments.of("start-commit-v1", SampleEvents.startCommit()),
        Arguments.of("truncation-v1", SampleEvents.truncation()),
        Arguments.of("data-complete-v1", SampleEvents.dataComplete()),
        Arguments.of("commit-to-table-v1", SampleEvents.commitToTable()),
        Arguments.of("nothing-committed-v1", SampleEvents.nothingCommitted()),
        Arguments.of("commit-complete-v1", SampleEvents.commitComplete()));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventIsReadFromItsGoldenFile(String name, ControlEvent<ContentFile<?>> event) {
    assertThat(codec(4096).decode(WireRecords.golden(name))).isEqualTo(new Decoded.Ours(event));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventIsWrittenAsItsGoldenFileHasIt(String name, ControlEvent<ContentFile<?>> event) {
    assertIsGolden(name, codec(4096).encode(event).get(0));
  }

  @Test
  void namedFilesAreWrittenAsTheirGoldenFilesHaveThem() {
    List<ProducerRecord<byte[], byte[]>> parts = codec(1024 * 1024).encode(WRITTEN);

    assertThat(parts).hasSize(2);
    assertIsGolden("data-written-v1-0", parts.get(0));
    assertIsGolden("data-written-v1-1", parts.get(1));
  }

  @Test
  void namedFilesAreReadFromTheirGoldenFiles() {
    for (int part = 0; part < 2; part++) {
      Decoded decoded = codec(4096).decode(WireRecords.golden("data-written-v1-" + part));

      ContentFile<?> file = WRITTEN.delta().files().get(part);
      assertThat(decoded).isInstanceOf(Decoded.Ours.class);
      DataWritten<ContentFile<?>> read =
          (DataWritten<ContentFile<?>>) ((Decoded.Ours) decoded).event();
      assertThat(read.part()).isEqualTo(part);
      assertThat(read.delta().withFiles(List.of())).isEqualTo(WRITTEN.delta().withFiles(List.of()));
      assertThat(read.delta().files())
          .singleElement()
          .satisfies(f -> assertThat(WireFiles.facts(f)).isEqualTo(WireFiles.facts(file)));
    }
  }

  /** Writes golden files for a new version of the format: {@code -Dfrazil.golden.directory=...}. */
  @Test
  @EnabledIfSystemProperty(named = "frazil.golden.directory", matches = ".+")
  void goldenFilesAreWritten() throws IOException {
    Path directory = Path.of(System.getProperty("frazil.golden.directory"));
    for (Arguments arguments : events().toList()) {
      @SuppressWarnings("unchecked") // the arguments are those of events() above
      ControlEvent<ContentFile<?>> event = (ControlEvent<ContentFile<?>>) arguments.get()[1];
      write(directory.resolve((String) arguments.get()[0]), codec(4096).encode(event).get(0));
    }
    List<ProducerRecord<byte[], byte[]>> parts = codec(1024 * 1024).encode(WRITTEN);
    for (int part = 0; part < parts.size(); part++) {
      write(directory.resolve("data-written-v1-" + part), parts.get(part));
    }
  }

  private static void assertIsGolden(String name, ProducerRecord<byte[], byte[]> record) {
    assertThat(WireRecords.headers(record)).isEqualTo(WireRecords.goldenHeaders(name));
    assertThat(record.value()).isEqualTo(WireRecords.goldenValue(name));
  }

  private static void write(Path file, ProducerRecord<byte[], byte[]> record) throws IOException {
    Files.write(Path.of(file + ".avro"), record.value());
    Files.writeString(
        Path.of(file + ".headers"),
        WireRecords.headers(record).entrySet().stream()
            .map(header -> header.getKey() + ":" + header.getValue() + "\n")
            .collect(Collectors.joining()));
  }
}
