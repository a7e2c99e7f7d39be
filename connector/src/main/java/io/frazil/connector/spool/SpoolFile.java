package io.frazil.connector.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The local file of a spool, which grows at its end. No file before the first byte. */
final class SpoolFile implements Closeable {
  private static final int STAGED_BYTES = 1 << 16;

  private final Path folder;
  private Optional<FileChannel> channel = Optional.empty();
  // Many small buffers become few writes.
  private ByteBuffer staged = ByteBuffer.allocate(0);
  private long position;

  SpoolFile(Path folder) {
    this.folder = folder;
  }

  /** Where the next byte will be. */
  long position() {
    return position;
  }

  /** Adds bytes, which may be read after the next {@link #flush}. */
  void append(byte[] bytes, int length) throws IOException {
    if (channel.isEmpty()) {
      open();
    }
    int done = 0;
    while (done < length) {
      if (!staged.hasRemaining()) {
        flush();
      }
      int some = Math.min(staged.remaining(), length - done);
      staged.put(bytes, done, some);
      done += some;
    }
    position += length;
  }

  void flush() throws IOException {
    if (channel.isPresent()) {
      staged.flip();
      while (staged.hasRemaining()) {
        channel.get().write(staged);
      }
      staged.clear();
    }
  }

  /** Reads some of the bytes from here on, at least one. */
  int read(long from, byte[] into, int offset, int length) throws IOException {
    int read = channel.orElseThrow().read(ByteBuffer.wrap(into, offset, length), from);
    if (read <= 0) {
      throw new IOException("the file ends before byte " + from);
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  private void open() throws IOException {
    Files.createDirectories(folder);
    // Temporary files are made for their owner only.
    Path file = Files.createTempFile(folder, "delta-", ".spool");
    // Where the system can, the name goes at once, so that not even a killed process leaves a file.
    channel =
        Optional.of(
            FileChannel.open(
                file,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE));
    staged = ByteBuffer.allocateDirect(STAGED_BYTES);
  }
}
