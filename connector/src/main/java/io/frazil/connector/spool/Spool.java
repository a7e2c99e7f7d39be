package io.frazil.connector.spool;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that wait, each in a {@link Lane}: in memory while they fit there, else in one local file,
 * however many lanes there are. The file is made when it is first needed. It holds user data, so it
 * is the owner's alone, and nothing of it outlives the process. Not thread-safe; whoever opens it
 * closes it.
 */
public final class Spool implements Closeable {
  private final int maxBufferedBytes;
  private final SpoolFile file;
  private final List<Lane> lanes = new ArrayList<>();
  private long bytes;
  private long bufferedBytes;

  /**
   * An empty spool.
   *
   * @param folder where the file is made; made itself if it is missing
   * @param maxBufferedBytes what all lanes together may hold in memory
   */
  public Spool(Path folder, int maxBufferedBytes) {
    this.file = new SpoolFile(requireNonNull(folder, "folder"));
    this.maxBufferedBytes = maxBufferedBytes;
  }

  /** A lane without rows. */
  public Lane newLane(RowCodec codec) {
    Lane lane = new Lane(this, requireNonNull(codec, "codec"));
    lanes.add(lane);
    return lane;
  }

  /** The bytes of all rows so far, encoded, in memory or not. */
  public long bytes() {
    return bytes;
  }

  /** Forgets all rows. */
  @Override
  public void close() {
    lanes.clear();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the spool in folder '" + file + "'", e);
    }
  }

  SpoolFile file() {
    return file;
  }

  void count(int added) {
    bytes += added;
  }

  /** Makes room for a lane's buffer, if need be by writing all buffers out: also the lane's. */
  void reserve(int bufferBytes) {
    if (bufferedBytes > 0 && bufferedBytes + bufferBytes > maxBufferedBytes) {
      writeOut();
    }
    bufferedBytes += bufferBytes;
  }

  private void writeOut() {
    try {
      for (Lane lane : lanes) {
        lane.writeOut(file);
      }
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot spool rows to folder '%s': %s. Free space there, or set iceberg.write.spool.dir to a folder that has more."
              .formatted(file, e),
          e);
    }
    bufferedBytes = 0;
  }
}
