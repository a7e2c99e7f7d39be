package io.frazil.connector.resolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key blocks in a folder of the local disk, within a budget of bytes. The folder may be shared
 * with other processes, each of which counts what it knows of; whatever happens to it costs time
 * and no result: no method fails because of it, unless its thread is interrupted. Thread-safe.
 */
final class BlockFolder {
  private static final Logger LOG = LoggerFactory.getLogger(BlockFolder.class);
  private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}\\.(keys|\\d+\\.tmp)");

  private final Path folder;
  private final IndexListener listener;
  // Also the lock of all that is below.
  private final BlockLedger ledger;
  private long unusable;
  private long unwritable;

  private BlockFolder(Path folder, long maxBytes, IndexListener listener) {
    this.folder = folder;
    this.listener = listener;
    this.ledger = new BlockLedger(maxBytes);
  }

  /** Opens a folder, which need not exist, with the blocks that it has. */
  static BlockFolder open(Path folder, long maxBytes, IndexListener listener) {
    BlockFolder blocks = new BlockFolder(folder, maxBytes, listener);
    blocks.adopt();
    return blocks;
  }

  /** A lookup begins: the blocks it uses are not evicted for others that it needs. */
  long beginLookup() {
    synchronized (ledger) {
      return ledger.beginLookup();
    }
  }

  /**
   * Searches the block of a data file.
   *
   * @param matches gets what is found
   * @return false if there is no block, or none that can be used; then nothing is found
   */
  boolean search(BlockSource source, BlockReader reader, Matches matches) {
    String name = blockName(source);
    matches.clear();
    try {
      long bytes = reader.search(folder.resolve(name), source, matches);
      synchronized (ledger) {
        ledger.used(name, bytes);
      }
      return true;
    } catch (IOException e) {
      throwIfInterrupted(e);
      matches.clear();
      if (forget(name) || !(e instanceof NoSuchFileException)) {
        delete(name);
        unusable(source, e);
      }
      return false;
    }
  }

  /**
   * Begins to write the block of a data file.
   *
   * @param lookup that needs it
   * @return empty if there is no room, or nothing can be written
   */
  Optional<BlockBuild> build(BlockSource source, long lookup) {
    String name = blockName(source);
    if (source.rows() > BlockFormat.MAX_ROWS || !reserve(name, source, lookup)) {
      return Optional.empty();
    }
    try {
      Files.createDirectories(folder);
      // Only this user can read it: keys may be secret.
      Path file = Files.createTempFile(folder, source.digest() + ".", ".tmp");
      return Optional.of(new BlockBuild(this, source, file));
    } catch (IOException e) {
      failed(source, e);
      return Optional.empty();
    }
  }

  /** A block is complete in a file beside its place, where it goes now. */
  void completed(BlockSource source, Path file, long rows, long bytes) throws IOException {
    String name = blockName(source);
    Files.move(file, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    synchronized (ledger) {
      ledger.used(name, bytes);
      deleteAll(ledger.trim());
      listener.holds(ledger.bytes());
    }
    listener.built(rows, bytes);
  }

  /** A block will not be completed. */
  void abandoned(BlockSource source) {
    forget(blockName(source));
  }

  /** A block cannot be written. */
  void failed(BlockSource source, IOException reason) {
    forget(blockName(source));
    throwIfInterrupted(reason);
    listener.unwritable();
    long times;
    synchronized (ledger) {
      times = ++unwritable;
    }
    if (isPowerOfTen(times)) {
      LOG.warn(
          "Cannot write the key block of '{}' to '{}', so the file will be scanned again: {}."
              + " Happened {} times. Make room, or set iceberg.index.dir to a folder that can be"
              + " written.",
          source.location(),
          folder,
          reason.toString(),
          times);
    }
  }

  private void adopt() {
    try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      List<Found> found =
          files
              .filter(file -> OURS.matcher(file.getFileName().toString()).matches())
              .flatMap(Found::of)
              .sorted(Comparator.comparing(Found::written))
              .toList();
      synchronized (ledger) {
        found.forEach(block -> ledger.found(block.name(), block.bytes()));
        deleteAll(ledger.trim());
        listener.holds(ledger.bytes());
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn(
          "Cannot list the key blocks in '{}', so all data files will be scanned once: {}."
              + " Set iceberg.index.dir to a folder that can be read and written.",
          folder,
          e.toString());
    }
  }

  private boolean reserve(String name, BlockSource source, long lookup) {
    synchronized (ledger) {
      Optional<List<String>> victims = ledger.reserve(name, BlockFormat.bytes(source), lookup);
      deleteAll(victims.orElse(List.of()));
      return victims.isPresent();
    }
  }

  private boolean forget(String name) {
    synchronized (ledger) {
      boolean isKnown = ledger.has(name);
      ledger.remove(name);
      listener.holds(ledger.bytes());
      return isKnown;
    }
  }

  // With the lock held: else somebody could write a block anew before it is deleted.
  private void deleteAll(List<String> names) {
    for (String name : names) {
      delete(name);
      listener.evicted();
    }
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      LOG.debug("Cannot delete key block '{}'.", name, e);
    }
  }

  private void unusable(BlockSource source, IOException reason) {
    listener.unusable();
    long times;
    synchronized (ledger) {
      times = ++unusable;
    }
    if (isPowerOfTen(times)) {
      LOG.warn(
          "Cannot use the key block of '{}' in '{}', so the file is scanned: {}. Happened {}"
              + " times.",
          source.location(),
          folder,
          reason.toString(),
          times);
    }
  }

  // What happens to one block often happens to all: the first warning is worth most.
  private static boolean isPowerOfTen(long times) {
    long power = 1;
    while (power < times) {
      power *= 10;
    }
    return power == times;
  }

  private static String blockName(BlockSource source) {
    return source.digest() + ".keys";
  }

  // An interrupt closes the file at hand: nothing is wrong with it.
  private static void throwIfInterrupted(IOException e) {
    if (e instanceof ClosedByInterruptException) {
      throw new UncheckedIOException("Cannot look for keys: the thread was interrupted.", e);
    }
  }

  private record Found(String name, long bytes, FileTime written) {
    static Stream<Found> of(Path file) {
      try {
        return Stream.of(
            new Found(
                file.getFileName().toString(), Files.size(file), Files.getLastModifiedTime(file)));
      } catch (IOException e) {
        // Somebody else deleted it.
        return Stream.empty();
      }
    }
  }
}
