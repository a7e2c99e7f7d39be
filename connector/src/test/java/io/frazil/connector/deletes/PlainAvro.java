package io.frazil.connector.deletes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** Data files as they are in tables that Iceberg did not write: Avro's own, without field ids. */
final class PlainAvro {
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final byte[] SYNC_MARKER = new byte[16];
  private static final String SCHEMA =
      "{'type':'record','name':'row','fields':[{'name':'id','type':'long'}]}".replace('\'', '"');

  private PlainAvro() {}

  static DataFile write(Table table, long... ids) {
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    for (long id : ids) {
      writeLong(rows, id);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(MAGIC);
    // The header's only entry, and the end of the header's map.
    writeLong(bytes, 1);
    writeText(bytes, "avro.schema");
    writeText(bytes, SCHEMA);
    writeLong(bytes, 0);
    bytes.writeBytes(SYNC_MARKER);
    writeLong(bytes, ids.length);
    writeLong(bytes, rows.size());
    bytes.writeBytes(rows.toByteArray());
    bytes.writeBytes(SYNC_MARKER);
    OutputFile file = table.io().newOutputFile(table.location() + "/data/plain.avro");
    try (PositionOutputStream out = file.createOrOverwrite()) {
      out.write(bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DataFiles.builder(table.spec())
        .withInputFile(file.toInputFile())
        .withRecordCount(ids.length)
        .build();
  }

  private static void writeText(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writeLong(out, bytes.length);
    out.writeBytes(bytes);
  }

  /** Zigzag, seven bits a byte. */
  private static void writeLong(ByteArrayOutputStream out, long value) {
    long left = (value << 1) ^ (value >> 63);
    while (left > 0x7f) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }
}
