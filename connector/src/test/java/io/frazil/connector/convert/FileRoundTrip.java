package io.frazil.connector.convert;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;

/** What a reader of a table gets of rows that were written to it, all in one file. */
final class FileRoundTrip {
  private FileRoundTrip() {}

  static List<Record> of(Schema schema, FileFormat format, List<Record> rows) throws IOException {
    try (InMemoryCatalog catalog = new InMemoryCatalog()) {
      catalog.initialize("memory", Map.of());
      catalog.createNamespace(Namespace.of("db"));
      Table table =
          catalog
              .buildTable(TableIdentifier.of("db", "t"), schema)
              .withProperty("format-version", "3")
              .create();
      DataWriter<Record> writer =
          new GenericFileWriterFactory.Builder(table)
              .dataFileFormat(format)
              .dataSchema(table.schema())
              .build()
              .newDataWriter(
                  EncryptedFiles.encryptedOutput(
                      table.io().newOutputFile("memory/file"), EncryptionKeyMetadata.EMPTY),
                  table.spec(),
                  null);
      try (writer) {
        writer.write(rows);
      }
      table.newAppend().appendFile(writer.toDataFile()).commit();
      try (CloseableIterable<Record> read = IcebergGenerics.read(table).build()) {
        List<Record> copies = new ArrayList<>();
        read.forEach(row -> copies.add(row.copy()));
        return copies;
      }
    }
  }
}
