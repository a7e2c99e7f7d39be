package io.frazil.connector.spool;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.data.Record;

/**
 * Rows of a spool that are read back together, in the order in which they came. Costs little while
 * it has few rows, so that there may be many. Not thread-safe, nor are lanes of one spool from each
 * other.
 */
public final class Lane {
  private static final int MIN_BUFFER_BYTES = 1 << 9;
  private static final int MAX_BUFFER_BYTES = 1 << 14;
  private static final byte[] NO_BUFFER = new byte[0];

  private final Spool spool;
  private final RowCodec codec;
  private final Chunks chunks = new Chunks();
  // What came after the chunks: full buffers of the maximal size, then the last one.
  private List<byte[]> full = new ArrayList<>(0);
  private byte[] last = NO_BUFFER;
  private int lastBytes;

  Lane(Spool spool, RowCodec codec) {
    this.spool = spool;
    this.codec = codec;
  }

  /**
   * Adds a row; a row that cannot be encoded is not added.
   *
   * @param mark whatever is to be known of the row before it is read
   * @throws java.io.UncheckedIOException if it cannot be written to disk; the spool is unusable
   *     then
   */
  public void add(int mark, Record row) {
    codec.encode(mark, row);
    int length = codec.encodedBytes();
    append(codec.encoded(), length);
    spool.count(length);
  }

  /** Reads the rows that the lane has now. */
  public LaneReader read() {
    List<byte[]> buffers = new ArrayList<>(full);
    buffers.add(last);
    return new LaneReader(codec, new LaneBytes(spool.file(), chunks.copy(), buffers, lastBytes));
  }

  /** Moves all that is in memory to the end of the file. */
  void writeOut(SpoolFile file) throws IOException {
    if (lastBytes == 0 && full.isEmpty()) {
      return;
    }
    long start = file.position();
    for (byte[] buffer : full) {
      file.append(buffer, buffer.length);
    }
    file.append(last, lastBytes);
    chunks.add(start, file.position() - start);
    // Readers may still hold the old list.
    full = new ArrayList<>(0);
    last = NO_BUFFER;
    lastBytes = 0;
  }

  private void append(byte[] bytes, int length) {
    int done = 0;
    while (done < length) {
      if (lastBytes == last.length) {
        grow();
      }
      int some = Math.min(last.length - lastBytes, length - done);
      System.arraycopy(bytes, done, last, lastBytes, some);
      lastBytes += some;
      done += some;
    }
  }

  private void grow() {
    int wanted = Math.min(Math.max(2 * last.length, MIN_BUFFER_BYTES), MAX_BUFFER_BYTES);
    spool.reserve(last.length == MAX_BUFFER_BYTES ? wanted : wanted - last.length);
    if (last.length == MAX_BUFFER_BYTES) {
      full.add(last);
      last = new byte[wanted];
      lastBytes = 0;
    } else {
      last = Arrays.copyOf(last, wanted);
    }
  }
}
