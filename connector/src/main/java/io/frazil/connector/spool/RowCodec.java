package io.frazil.connector.spool;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.DataWriter;
import org.apache.iceberg.data.avro.PlannedDataReader;

/**
 * Rows of one schema as bytes and back: a header of two ints, the length of the rest and the mark;
 * then the row in Avro's binary encoding. Not thread-safe: one row at a time is held.
 */
public final class RowCodec {
  static final int HEADER_BYTES = 2 * Integer.BYTES;

  private final DataWriter<Record> writer;
  private final PlannedDataReader<Record> reader;
  // Copying a record is much cheaper than making one.
  private final GenericRecord empty;
  private final Encoded encoded = new Encoded();
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(encoded, null);

  /** A codec of the rows of a schema. */
  public RowCodec(Schema schema) {
    org.apache.avro.Schema avro = AvroSchemaUtil.convert(schema, "row");
    this.writer = DataWriter.create(avro);
    this.reader = PlannedDataReader.create(schema);
    this.reader.setSchema(avro);
    this.empty = GenericRecord.create(schema);
  }

  /** Encodes a row, into {@link #encoded} up to {@link #encodedBytes}, until the next one. */
  void encode(int mark, Record row) {
    encoded.clear();
    try {
      writer.write(row, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot encode a row", e);
    }
    encoded.finish(mark);
  }

  byte[] encoded() {
    return encoded.bytes;
  }

  int encodedBytes() {
    return encoded.length;
  }

  /** A new record of what follows the header. */
  Record decode(Decoder decoder) throws IOException {
    return reader.read(empty.copy(), decoder);
  }

  /** Bytes that begin with room for a header. */
  private static final class Encoded extends OutputStream {
    private byte[] bytes = new byte[1 << 10];
    private int length;

    void clear() {
      length = HEADER_BYTES;
    }

    void finish(int mark) {
      ByteBuffer.wrap(bytes).putInt(length - HEADER_BYTES).putInt(mark);
    }

    @Override
    public void write(int value) {
      room(1);
      bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
      room(count);
      System.arraycopy(source, offset, bytes, length, count);
      length += count;
    }

    private void room(int count) {
      if (bytes.length - length < count) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, count)));
      }
    }
  }
}
