package io.frazil.connector.resolve;

import io.frazil.connector.key.KeyColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.DataWriter;

/**
 * A table whose data files are written here, with a plain list of what is where: the model of what
 * the index finds.
 */
final class KeyedTable {
  /** A row of a data file, as this remembers it. */
  private record Row(DataFile file, long position, List<Object> key) {}

  private final Table table;
  private final List<String> keyNames;
  private final List<DataFile> files = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  KeyedTable(Schema schema, PartitionSpec spec, String... keyNames) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    this.table =
        catalog.createTable(
            TableIdentifier.of("db", "t"),
            schema,
            spec,
            Map.of(TableProperties.FORMAT_VERSION, "3"));
    this.keyNames = List.of(keyNames);
  }

  Table table() {
    return table;
  }

  List<DataFile> files() {
    return files;
  }

  KeyColumns key() {
    return KeyColumns.of(table.schema(), keyNames);
  }

  Record key(Object... values) {
    return row(key().schema(), values);
  }

  static Record row(Schema schema, Object... values) {
    GenericRecord row = GenericRecord.create(schema);
    for (int column = 0; column < values.length; column++) {
      row.set(column, values[column]);
    }
    return row;
  }

  /** Writes rows, all of the partition of the first, into a data file. */
  DataFile write(FileFormat format, List<Record> records) {
    return write(format, table.schema(), records);
  }

  /** The same, into a file that has only some of the table's columns. */
  DataFile write(FileFormat format, Schema fileSchema, List<Record> records) {
    Schema schema = table.schema();
    PartitionKey partition = new PartitionKey(table.spec(), schema);
    partition.partition(new InternalRecordWrapper(schema.asStruct()).wrap(records.get(0)));
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + "." + format);
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSchema(fileSchema)
            .build()
            .newDataWriter(
                EncryptedFiles.plainAsEncryptedOutput(table.io().newOutputFile(location)),
                table.spec(),
                partition);
    try (writer) {
      for (Record record : records) {
        Record written = GenericRecord.create(fileSchema);
        fileSchema
            .columns()
            .forEach(column -> written.setField(column.name(), record.getField(column.name())));
        writer.write(written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DataFile file = writer.toDataFile();
    add(file, records);
    return file;
  }

  /** Takes a data file that somebody else wrote, with what it holds. */
  void add(DataFile file, List<Record> records) {
    files.add(file);
    long position = 0;
    for (Record record : records) {
      rows.add(new Row(file, position++, values(record)));
    }
  }

  /** Every row that has one of these keys. */
  Set<String> expected(List<Record> keys) {
    Set<List<Object>> sought = new HashSet<>(keys.stream().map(this::values).toList());
    Set<String> expected = new TreeSet<>();
    for (Row row : rows) {
      if (sought.contains(row.key())) {
        expected.add(text(row.file(), row.position(), row.key()));
      }
    }
    return expected;
  }

  /** Every row that the index finds for these keys; fails if one comes twice. */
  Set<String> found(KeyIndex index, List<Record> keys) {
    SoughtKeys sought = new SoughtKeys(key(), table.specs());
    List<Record> numbered = new ArrayList<>();
    for (Record key : keys) {
      if (sought.add(key) == numbered.size()) {
        numbered.add(key);
      }
    }
    Set<String> found = new TreeSet<>();
    index.find(
        table,
        files,
        sought,
        (file, key, position) -> {
          if (!found.add(text(file, position, values(numbered.get(key))))) {
            throw new AssertionError("twice: " + file.location() + "@" + position);
          }
        });
    return found;
  }

  private List<Object> values(Record record) {
    List<Object> values = new ArrayList<>();
    // A number that was written as an int is the same number when its column is a long.
    for (String name : keyNames) {
      Object value = record.getField(name);
      values.add(value instanceof Integer number ? (Object) number.longValue() : value);
    }
    return values;
  }

  private static String text(DataFile file, long position, List<Object> key) {
    return file.location() + "@" + position + Objects.toString(key);
  }
}
