package io.frazil.connector.resolve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;

/**
 * An Avro file as a tool writes it that knows no Iceberg, without field ids. Iceberg's writers
 * cannot do that; the container's format is that of the Avro specification, 1.12.
 */
final class NamesOnlyAvro {
  private NamesOnlyAvro() {}

  /** A data file with one column of longs. */
  static DataFile write(Table table, String column, long... values) {
    String schema =
        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"%s\",\"type\":\"long\"}]}";
    byte[] sync = new byte[16];
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (long value : values) {
      putLong(block, value);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {'O', 'b', 'j', 1});
    putLong(file, 1);
    putBytes(file, "avro.schema".getBytes(StandardCharsets.UTF_8));
    putBytes(file, schema.formatted(column).getBytes(StandardCharsets.UTF_8));
    putLong(file, 0);
    file.writeBytes(sync);
    putLong(file, values.length);
    putBytes(file, block.toByteArray());
    file.writeBytes(sync);

    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".avro");
    try (OutputStream out = table.io().newOutputFile(location).create()) {
      out.write(file.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(location)
        .withFormat(FileFormat.AVRO)
        .withFileSizeInBytes(file.size())
        .withMetrics(new Metrics((long) values.length))
        .build();
  }

  private static void putBytes(ByteArrayOutputStream out, byte[] bytes) {
    putLong(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void putLong(ByteArrayOutputStream out, long value) {
    long rest = (value << 1) ^ (value >> 63);
    while (rest > 127) {
      out.write((int) ((rest & 127) | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
