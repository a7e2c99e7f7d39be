package io.frazil.connector.spool;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The bytes of a lane: first those on disk, then those in memory. */
final class LaneBytes extends InputStream {
  private final SpoolFile file;
  private final Chunks chunks;
  private final List<byte[]> buffers;
  private final int lastBytes;
  private int chunk;
  private int buffer;
  // Bytes of the present chunk or buffer that were read.
  private long done;

  LaneBytes(SpoolFile file, Chunks chunks, List<byte[]> buffers, int lastBytes) {
    this.file = file;
    this.chunks = chunks;
    this.buffers = buffers;
    this.lastBytes = lastBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (chunk < chunks.size()) {
      long left = chunks.length(chunk) - done;
      if (left > 0) {
        int some = (int) Math.min(left, length);
        int read = file.read(chunks.start(chunk) + done, into, offset, some);
        done += read;
        return read;
      }
      chunk++;
      done = 0;
    }
    return readBuffered(into, offset, length);
  }

  private int readBuffered(byte[] into, int offset, int length) {
    while (buffer < buffers.size()) {
      byte[] bytes = buffers.get(buffer);
      int end = buffer == buffers.size() - 1 ? lastBytes : bytes.length;
      int some = Math.min(end - (int) done, length);
      if (some > 0) {
        System.arraycopy(bytes, (int) done, into, offset, some);
        done += some;
        return some;
      }
      buffer++;
      done = 0;
    }
    return -1;
  }
}
