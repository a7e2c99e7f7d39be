package io.frazil.connector.resolve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The key block of one data file, while the file is scanned. If it cannot be written, it tells its
 * folder and ignores the rest: the scan goes on. To be closed in any case. Not thread-safe.
 */
final class BlockBuild implements Closeable {
  private final BlockFolder folder;
  private final BlockSource source;
  private final Path file;
  private final BlockWriter writer;
  private boolean isOpen = true;

  /** Writes into an empty file, which this owns. */
  BlockBuild(BlockFolder folder, BlockSource source, Path file) throws IOException {
    this.folder = folder;
    this.source = source;
    this.file = file;
    this.writer = new BlockWriter(source, file);
  }

  /**
   * Adds rows.
   *
   * @param run sorted, with the rows' positions
   */
  void add(Fingerprints run) {
    if (isOpen) {
      try {
        writer.add(run);
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  /** All rows were added: the block can be searched from now on. */
  void complete() {
    if (isOpen) {
      try {
        long bytes = writer.complete();
        folder.completed(source, file, writer.rows(), bytes);
        isOpen = false;
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  @Override
  public void close() {
    if (isOpen) {
      folder.abandoned(source);
    }
    isOpen = false;
    try (writer) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It is found as the oldest of the folder's files after a restart, and makes room.
    }
  }

  private void fail(IOException reason) {
    isOpen = false;
    folder.failed(source, reason);
  }
}
