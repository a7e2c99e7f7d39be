package io.frazil.connector.spool;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;
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
  // Filled anew for each row that is only looked at.
  private final GenericRecord view;
  private final List<ColumnReader> columns;
  private final Encoded encoded = new Encoded();
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(encoded, null);

  /** A codec of the rows of a schema. */
  public RowCodec(Schema schema) {
    org.apache.avro.Schema avro = AvroSchemaUtil.convert(schema, "row");
    this.writer = DataWriter.create(avro);
    this.reader = reader(schema, avro);
    this.empty = GenericRecord.create(schema);
    this.view = empty.copy();
    this.columns =
        IntStream.range(0, schema.columns().size())
            .mapToObj(
                column -> columnReader(new Schema(schema.columns().subList(column, column + 1))))
            .toList();
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

  /**
   * What follows the header, in a record that the next call fills anew: also what is in it may be
   * the next row's then. Strings are {@link Utf8}, since who writes them wants their bytes.
   */
  Record view(Decoder decoder) throws IOException {
    for (int column = 0; column < columns.size(); column++) {
      view.set(column, columns.get(column).read(decoder));
    }
    return view;
  }

  private static PlannedDataReader<Record> reader(Schema schema, org.apache.avro.Schema avro) {
    PlannedDataReader<Record> reader = PlannedDataReader.create(schema);
    reader.setSchema(avro);
    return reader;
  }

  private static ColumnReader columnReader(Schema alone) {
    org.apache.avro.Schema row = AvroSchemaUtil.convert(alone, "row");
    org.apache.avro.Schema column = row.getFields().get(0).schema();
    if (column.getType() == org.apache.avro.Schema.Type.STRING) {
      Utf8 string = new Utf8();
      return decoder -> decoder.readString(string);
    }
    if (AvroSchemaUtil.isOptionSchema(column) && column.getIndexNamed("string") != null) {
      Utf8 string = new Utf8();
      return decoder -> isNull(column, decoder) ? null : decoder.readString(string);
    }
    PlannedDataReader<Record> reader = reader(alone, row);
    GenericRecord holder = GenericRecord.create(alone);
    return decoder -> reader.read(holder, decoder).get(0);
  }

  private static boolean isNull(org.apache.avro.Schema option, Decoder decoder) throws IOException {
    org.apache.avro.Schema chosen = option.getTypes().get(decoder.readIndex());
    return chosen.getType() == org.apache.avro.Schema.Type.NULL;
  }

  /** Reads the value of one column, when all columns before it were read. */
  private interface ColumnReader {
    Object read(Decoder decoder) throws IOException;
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
