package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Too little room, damage and other users of the folder: same rows, slower, and counted. */
class KeyIndexTroubleTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "k", Types.LongType.get()),
          Types.NestedField.optional(2, "v", Types.StringType.get()));
  private static final long LARGE = 1L << 30;
  private static final int ROWS = 3000;
  // Of a block of 3000 rows: what is known, and a description of less than 1000 bytes.
  private static final long BLOCK_BYTES = 12L * ROWS;

  @TempDir Path parent;
  private final CountingListener heard = new CountingListener();

  @ParameterizedTest
  @EnumSource
  void findsTheSameAfterDamage(IndexDamage damage) throws IOException {
    long seed = damage.name().hashCode();
    SplittableRandom random = new SplittableRandom(seed);
    KeyedTable keyed = table(4);
    List<Record> keys = someKeys(keyed, random);
    KeyIndex index = open(LARGE);
    keyed.found(index, keys);
    assertThat(heard.built).hasValue(4);

    damage.happen(folder(), random);

    assertThat(keyed.found(index, keys)).as("seed %d", seed).isEqualTo(keyed.expected(keys));
    assertThat(heard.unusable).hasValue(4);
    assertThat(heard.scanned).hasValue(8);
    assertThat(heard.built.get() + heard.unwritable.get()).isEqualTo(8);
    assertThat(keyed.found(index, keys)).as("seed %d", seed).isEqualTo(keyed.expected(keys));
    assertThat(heard.searched).hasValue(heard.unwritable.get() == 0 ? 4 : 0);
    assertThat(keyed.found(open(LARGE), keys)).isEqualTo(keyed.expected(keys));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1000, BLOCK_BYTES, 1_000_000})
  void staysWithinItsBudget(long maxBytes) throws IOException {
    KeyedTable keyed = table(30);
    KeyIndex index = open(maxBytes);
    List<Record> keys = someKeys(keyed, new SplittableRandom(1));

    for (int round = 1; round <= 3; round++) {
      assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));

      long used = 0;
      for (Path file : IndexDamage.list(folder())) {
        used += Files.size(file);
      }
      assertThat(used).isLessThanOrEqualTo(maxBytes).isEqualTo(heard.heldBytes.get());
      long fitting = maxBytes / (BLOCK_BYTES + 250);
      assertThat(heard.built.get()).as("built once, not over and over").isEqualTo(fitting);
      assertThat(heard.scanned.get()).isEqualTo(30 + (round - 1) * (30 - fitting));
    }
    assertThat(heard.evicted).hasValue(0);
  }

  @Test
  void theBlockThatWasNotUsedForTheLongestTimeMakesRoom() throws IOException {
    KeyedTable keyed = table(0);
    for (int file = 0; file < 3; file++) {
      keyed.write(FileFormat.PARQUET, rows(file * 10_000L));
    }
    KeyIndex index = open(2 * BLOCK_BYTES + 1000);
    // Bounds lead each of these to a file of its own.
    List<Record> a = List.of(keyed.key(1L));
    List<Record> b = List.of(keyed.key(10_001L));
    List<Record> c = List.of(keyed.key(20_001L));

    Stream.of(a, b, a, c).forEach(keys -> assertThat(keyed.found(index, keys)).hasSize(1));
    assertThat(heard.evicted).hasValue(1);
    assertThat(heard.scanned).hasValue(3);
    Stream.of(a, c, a, c).forEach(keys -> assertThat(keyed.found(index, keys)).hasSize(1));
    assertThat(heard.scanned).hasValue(3);
    assertThat(keyed.found(index, b)).hasSize(1);
    assertThat(heard.scanned).hasValue(4);
    assertThat(IndexDamage.list(folder())).hasSize(2);
  }

  @Test
  void afterARestartTheOldestFilesMakeRoomAndOthersFilesAreLeftAlone() throws IOException {
    KeyedTable keyed = table(3);
    List<Record> keys = someKeys(keyed, new SplittableRandom(1));
    keyed.found(open(LARGE), keys);
    List<Path> blocks = IndexDamage.blocks(folder());
    Instant time = Instant.parse("2026-03-01T00:00:00Z");
    Files.setLastModifiedTime(blocks.get(1), FileTime.from(time));
    Files.setLastModifiedTime(blocks.get(2), FileTime.from(time.plusSeconds(1)));
    Files.setLastModifiedTime(blocks.get(0), FileTime.from(time.plusSeconds(2)));
    Path abandoned = folder().resolve("0".repeat(64) + ".123.tmp");
    Files.write(abandoned, new byte[100]);
    Files.setLastModifiedTime(abandoned, FileTime.from(time.minusSeconds(1)));
    Path others = Files.writeString(folder().resolve("precious.txt"), "x".repeat(100_000));

    KeyIndex index = open(2 * BLOCK_BYTES + 1000);

    assertThat(IndexDamage.list(folder()))
        .containsExactlyInAnyOrder(blocks.get(0), blocks.get(2), others);
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
    assertThat(heard.searched).hasValue(2);
  }

  @Test
  void usesBlocksThatAnotherProcessBuiltAndBearsThatItEvictsThem() {
    KeyedTable keyed = table(3);
    List<Record> keys = someKeys(keyed, new SplittableRandom(1));
    KeyIndex one = open(LARGE);
    KeyIndex other = open(LARGE);
    keyed.found(one, keys);

    assertThat(keyed.found(other, keys)).isEqualTo(keyed.expected(keys));
    assertThat(heard.scanned).hasValue(3);
    KeyIndex.open(folder(), 0, Runnable::run, IndexListener.NONE);
    assertThat(keyed.found(one, keys)).isEqualTo(keyed.expected(keys));
    assertThat(keyed.found(other, keys)).isEqualTo(keyed.expected(keys));
    assertThat(heard.scanned).hasValue(6);
  }

  @Test
  void aFullDiskIsToldAndTheScanGoesOn() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    BlockFolder blocks = BlockFolder.open(folder(), LARGE, heard);
    BlockSource source = new BlockSource("/data/f.parquet", 1, ROWS, "scheme", 1);
    // A link, since what was begun is deleted.
    Path file = Files.createSymbolicLink(parent.resolve("link"), full);

    try (BlockBuild build = new BlockBuild(blocks, source, file)) {
      Fingerprints run = new Fingerprints(1, 1);
      run.add(1, 0, 0);
      build.add(run);
      build.complete();
      build.add(run);
    }

    assertThat(heard.unwritable).hasValue(1);
    assertThat(heard.built).hasValue(0);
    assertThat(file).doesNotExist();
    assertThat(full).exists();
  }

  @Test
  void anInterruptDamagesNothing() {
    KeyedTable keyed = table(3);
    List<Record> keys = someKeys(keyed, new SplittableRandom(1));
    KeyIndex index = open(LARGE);
    keyed.found(index, keys);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> keyed.found(index, keys)).isInstanceOf(UncheckedIOException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
    assertThat(heard.unusable).hasValue(0);
    assertThat(heard.scanned).hasValue(3);
  }

  @Test
  void threadsShareASmallBudgetWhileTheFolderIsDeleted() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    ExecutorService scanThreads = Executors.newFixedThreadPool(2);
    KeyIndex index = KeyIndex.open(folder(), 5 * BLOCK_BYTES, scanThreads, heard);
    try {
      List<Future<Void>> results = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        KeyedTable keyed = table(3);
        Callable<Void> work =
            () -> {
              for (int round = 0; round < 25; round++) {
                List<Record> keys = someKeys(keyed, random);
                assertThat(keyed.found(index, keys)).isEqualTo(keyed.expected(keys));
                if (round % 5 == 0) {
                  IndexDamage.deleteBlocks(folder());
                }
              }
              return null;
            };
        results.add(threads.submit(work));
      }
      for (Future<Void> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
      scanThreads.shutdownNow();
    }
    assertThat(heard.searched.get()).isPositive();
    assertThat(heard.evicted.get()).isPositive();
    assertThat(heard.unusable.get()).isPositive();
  }

  private Path folder() {
    return parent.resolve("index");
  }

  private KeyIndex open(long maxBytes) {
    return KeyIndex.open(folder(), maxBytes, Runnable::run, heard);
  }

  /** A table of files whose keys overlap all over: bounds tell nothing. */
  private static KeyedTable table(int files) {
    KeyedTable keyed = new KeyedTable(SCHEMA, PartitionSpec.unpartitioned(), "k");
    for (int file = 0; file < files; file++) {
      keyed.write(FileFormat.PARQUET, rows(file));
    }
    return keyed;
  }

  private static List<Record> rows(long from) {
    return LongStream.range(from, from + ROWS)
        .mapToObj(key -> KeyedTable.row(SCHEMA, key, null))
        .toList();
  }

  /** Enough keys to need each page of each block, and not enough to have each row. */
  private static List<Record> someKeys(KeyedTable keyed, SplittableRandom random) {
    return random.longs(100, 0, ROWS + 50).mapToObj(keyed::key).toList();
  }
}
