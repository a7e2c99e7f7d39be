package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.key.Fingerprinter;
import io.frazil.connector.key.KeyColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockReaderTest {
  private static final Schema LONGS =
      new Schema(Types.NestedField.required(1, "k", Types.LongType.get()));
  private static final Schema UUIDS =
      new Schema(Types.NestedField.required(1, "k", Types.UUIDType.get()));
  private static final DataFile FILE =
      DataFiles.builder(PartitionSpec.unpartitioned())
          .withPath("/data/file.parquet")
          .withFileSizeInBytes(1)
          .withRecordCount(1)
          .build();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anyBitThatChangesAndAnyCutIsFoundOutOrDoesNotMatter(int words) throws IOException {
    Schema schema = words == 1 ? LONGS : UUIDS;
    BlockSource source = new BlockSource("/data/f.parquet", 1234, 2000, "scheme", words);
    // More than one page, of which the keys need one.
    Path block = write(source, schema, 2000, 2000);
    byte[] sound = Files.readAllBytes(block);
    SoughtKeys keys = keys(schema, 3, 1500);
    Set<String> expected = search(block, source, keys);
    assertThat(expected).containsExactly("0@3", "1@1500");

    int found = 0;
    for (int at = 0; at < sound.length; at += at > sound.length - 200 ? 1 : 101) {
      byte[] flipped = sound.clone();
      flipped[at] ^= (byte) (1 << (at % 8));
      found += isFoundOut(block, flipped, source, keys, expected) ? 1 : 0;
      assertThat(isFoundOut(block, Arrays.copyOf(sound, at), source, keys, expected))
          .as("cut at %d", at)
          .isTrue();
    }
    assertThat(found).isGreaterThan(sound.length / 101 / 3);
    assertThat(isFoundOut(block, Arrays.copyOf(sound, sound.length + 1), source, keys, expected))
        .isTrue();
    Files.write(block, sound);
    assertThat(search(block, source, keys)).isEqualTo(expected);
  }

  @Test
  void aBlockOfAnotherFileOrSchemeIsNotUsed() throws IOException {
    BlockSource source = new BlockSource("/data/f.parquet", 1234, 10, "scheme", 1);
    Path block = write(source, LONGS, 10, 10);
    SoughtKeys keys = keys(LONGS, 3);

    for (BlockSource other :
        List.of(
            new BlockSource("/data/g.parquet", 1234, 10, "scheme", 1),
            new BlockSource("/data/f.parquet", 1235, 10, "scheme", 1),
            new BlockSource("/data/f.parquet", 1234, 11, "scheme", 1),
            new BlockSource("/data/f.parquet", 1234, 10, "sch3me", 1),
            new BlockSource("/data/f.parquet", 1234, 10, "scheme", 2))) {
      assertThatThrownBy(() -> search(block, other, keys))
          .isInstanceOf(IOException.class)
          .hasMessage("it is of another data file");
    }
  }

  @Test
  void findsRowsInAllRunsOfALargeFile() throws IOException {
    int rows = 2 * BlockFormat.RUN_ROWS + 10;
    BlockSource source = new BlockSource("/data/f.parquet", 1234, rows, "scheme", 1);
    // Every key comes twice, in different runs.
    int different = rows / 2;
    Path block = write(source, LONGS, rows, different);
    SplittableRandom random = new SplittableRandom(1);
    int[] sought = random.ints(500, 0, different).distinct().toArray();
    Set<String> expected = new TreeSet<>();
    for (int key = 0; key < sought.length; key++) {
      expected.add(key + "@" + sought[key]);
      expected.add(key + "@" + (sought[key] + different));
    }

    assertThat(search(block, source, keys(LONGS, sought))).isEqualTo(expected);
    assertThat(Files.size(block)).isLessThanOrEqualTo(BlockFormat.bytes(source));
    assertThat(Files.size(block) / (double) rows).isLessThan(12.1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 2000})
  void findsAllRowsOfAKeyThatFillsPages(int different) throws IOException {
    BlockSource source = new BlockSource("/data/f.parquet", 1234, 6000, "scheme", 1);
    Path block = write(source, LONGS, 6000, different);

    Set<String> found = search(block, source, keys(LONGS, 0));

    assertThat(found).hasSize(6000 / different).contains("0@0", "0@" + (6000 - different));
  }

  @Test
  void aRowAtTheGreatestPositionIsFound() throws IOException {
    Path block = Files.createFile(folder.resolve("block"));
    BlockSource source = new BlockSource("/data/f.parquet", 1234, 10, "scheme", 1);
    try (BlockWriter writer = new BlockWriter(source, block)) {
      Fingerprinter fingerprinter = new Fingerprinter(LONGS);
      fingerprinter.take(record(LONGS, 7));
      Fingerprints run = new Fingerprints(1, 1);
      run.add(fingerprinter.first(), 0, (int) (BlockFormat.MAX_ROWS - 1));
      writer.add(run);
      writer.complete();
    }

    assertThat(search(block, source, keys(LONGS, 7))).containsExactly("0@4294967295");
  }

  private boolean isFoundOut(
      Path block, byte[] bytes, BlockSource source, SoughtKeys keys, Set<String> expected)
      throws IOException {
    Files.write(block, bytes);
    Set<String> found;
    try {
      found = search(block, source, keys);
    } catch (IOException e) {
      return true;
    }
    assertThat(found).isEqualTo(expected);
    return false;
  }

  private Path write(BlockSource source, Schema schema, int rows, int different)
      throws IOException {
    Path block = Files.createFile(folder.resolve("block"));
    Fingerprinter fingerprinter = new Fingerprinter(schema);
    try (BlockWriter writer = new BlockWriter(source, block)) {
      Fingerprints run = new Fingerprints(source.words(), BlockFormat.RUN_ROWS);
      for (int row = 0; row < rows; row++) {
        fingerprinter.take(record(schema, row % different));
        run.add(fingerprinter.first(), fingerprinter.second(), row);
        if (run.size() == BlockFormat.RUN_ROWS || row == rows - 1) {
          run.sort();
          writer.add(run);
          run.clear();
        }
      }
      assertThat(writer.complete()).isEqualTo(Files.size(block));
    }
    return block;
  }

  private static SoughtKeys keys(Schema schema, int... numbers) {
    SoughtKeys keys = new SoughtKeys(KeyColumns.of(schema, List.of("k")), Map.of());
    for (int number : numbers) {
      keys.add(record(schema, number));
    }
    return keys;
  }

  private static Record record(Schema schema, int number) {
    return KeyedTable.row(
        schema, schema == LONGS ? (Object) (long) number : new UUID(number, number));
  }

  private static Set<String> search(Path block, BlockSource source, SoughtKeys keys)
      throws IOException {
    Matches matches = new Matches();
    new BlockReader(keys).search(block, source, matches);
    Set<String> found = new TreeSet<>();
    matches.tell(
        FILE, (file, key, position) -> assertThat(found.add(key + "@" + position)).isTrue());
    return found;
  }
}
