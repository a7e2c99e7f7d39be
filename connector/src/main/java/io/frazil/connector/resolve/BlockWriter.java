package io.frazil.connector.resolve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Writes a key block, see {@link BlockFormat}, of runs of rows. Not thread-safe. */
final class BlockWriter implements Closeable {
  private final BlockSource source;
  private final FileChannel channel;
  private final List<BlockPage> pages = new ArrayList<>();
  private final ByteBuffer page = ByteBuffer.allocateDirect(BlockFormat.PAGE_BYTES);
  private long rows;

  /** Writes into an existing file, which is empty. */
  BlockWriter(BlockSource source, Path file) throws IOException {
    this.source = source;
    this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
  }

  /**
   * Adds rows.
   *
   * @param run sorted, with the rows' positions
   */
  void add(Fingerprints run) throws IOException {
    int entriesPerPage = BlockFormat.entriesPerPage(source.words());
    for (int from = 0; from < run.size(); from += entriesPerPage) {
      writePage(run, from, Math.min(run.size(), from + entriesPerPage));
    }
    rows += run.size();
  }

  /** How many rows were added. */
  long rows() {
    return rows;
  }

  /** Writes the end; returns the size of the block in bytes. */
  long complete() throws IOException {
    writeFully(footer());
    return channel.position();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void writePage(Fingerprints run, int from, int to) throws IOException {
    page.clear();
    for (int index = from; index < to; index++) {
      page.putLong(run.first(index));
      if (source.words() == 2) {
        page.putLong(run.second(index));
      }
      page.putInt(run.number(index));
    }
    page.flip();
    pages.add(
        new BlockPage(
            channel.position(),
            run.first(from),
            run.first(to - 1),
            to - from,
            BlockPage.checksum(page)));
    writeFully(page);
  }

  private ByteBuffer footer() {
    byte[] description = source.description();
    ByteBuffer footer =
        ByteBuffer.allocate(
            description.length + pages.size() * BlockPage.BYTES + BlockFormat.TRAILER_BYTES);
    footer.put(description);
    pages.forEach(written -> written.write(footer));
    footer.putInt(description.length).putInt(pages.size()).putInt(BlockFormat.VERSION);
    int checksum = BlockPage.checksum(footer.duplicate().flip());
    return footer.putInt(checksum).putInt(BlockFormat.MAGIC).flip();
  }

  private void writeFully(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
