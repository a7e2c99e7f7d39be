package io.frazil.connector.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.iceberg.data.Record;

/**
 * Goes through the rows of a lane, as they were when it was made. A row that is only passed is not
 * decoded. Of no use once the spool is closed; needs no closing itself. Not thread-safe.
 */
public final class LaneReader {
  private static final DecoderFactory DECODERS =
      new DecoderFactory().configureDecoderBufferSize(1 << 14);

  private final RowCodec codec;
  private final BinaryDecoder decoder;
  private final byte[] header = new byte[RowCodec.HEADER_BYTES];
  private int rowBytes;
  private int mark;
  private boolean isUnread;

  LaneReader(RowCodec codec, LaneBytes bytes) {
    this.codec = codec;
    this.decoder = DECODERS.binaryDecoder(bytes, null);
  }

  /** Goes to the next row, which is the first one at first; false if there is none. */
  public boolean next() {
    try {
      if (isUnread) {
        decoder.skipFixed(rowBytes);
        isUnread = false;
      }
      if (decoder.isEnd()) {
        return false;
      }
      decoder.readFixed(header);
    } catch (IOException e) {
      throw failed(e);
    }
    ByteBuffer parts = ByteBuffer.wrap(header);
    rowBytes = parts.getInt();
    mark = parts.getInt();
    isUnread = true;
    return true;
  }

  /** The mark of the present row. */
  public int mark() {
    return mark;
  }

  /** The encoded size of the present row. */
  public int rowBytes() {
    return rowBytes;
  }

  /** The present row, as a record of its own; once. */
  public Record row() {
    isUnread = false;
    try {
      return codec.decode(decoder);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * The present row, once, in a record that {@link RowCodec} uses again: for those who keep nothing
   * of it, and take strings as {@link org.apache.avro.util.Utf8}.
   */
  public Record view() {
    isUnread = false;
    try {
      return codec.view(decoder);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static UncheckedIOException failed(IOException cause) {
    return new UncheckedIOException(
        "Cannot read spooled rows back: " + cause.getMessage() + ". Look at the local disk.",
        cause);
  }
}
