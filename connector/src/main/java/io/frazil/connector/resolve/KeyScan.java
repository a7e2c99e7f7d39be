package io.frazil.connector.resolve;

import io.frazil.connector.key.Fingerprinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.ParquetValueReader;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.MessageType;

/** Reads the key columns of a table's data files, and nothing else of them. Thread-safe. */
final class KeyScan {
  private final Schema schema;
  private final EncryptingFileIO io;
  private final Map<Integer, PartitionSpec> specs;
  private final Optional<NameMapping> mapping;

  /** A scan of a table for the columns of these keys. */
  KeyScan(Table table, Schema keySchema) {
    this.schema = keySchema;
    this.io = EncryptingFileIO.combine(table.io(), table.encryption());
    this.specs = table.specs();
    this.mapping =
        Optional.ofNullable(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING))
            .map(NameMappingParser::fromJson);
  }

  /** Takes the fingerprint of a row's key. */
  interface Visitor {
    void row(long first, long second, long position);
  }

  /**
   * What decides the fingerprints that this finds in a given file: equal schemes find equal ones.
   */
  String scheme() {
    // Files that another tool wrote before they came into the table have names in place of ids.
    Map<Integer, Set<String>> names = new TreeMap<>();
    for (Types.NestedField column : schema.columns()) {
      mapping
          .map(known -> known.find(column.fieldId()))
          .map(MappedField::names)
          .ifPresent(all -> names.put(column.fieldId(), new TreeSet<>(all)));
    }
    return new Fingerprinter(schema).scheme() + names;
  }

  /**
   * Shows the visitor all rows of a file in their order, dead or alive, except those that lack a
   * key column.
   *
   * @return how many rows the file has
   * @throws UncheckedIOException if the file cannot be read
   */
  long read(DataFile file, Visitor visitor) {
    Fingerprinter fingerprinter = new Fingerprinter(schema);
    long position = 0;
    try (CloseableIterable<?> keys = open(file, fingerprinter.words())) {
      for (Object key : keys) {
        if (take(key, fingerprinter)) {
          visitor.row(fingerprinter.first(), fingerprinter.second(), position);
        }
        position++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the key columns of data file '" + file.location() + "'.", e);
    }
    return position;
  }

  private static boolean take(Object key, Fingerprinter fingerprinter) {
    if (key instanceof WholeNumberColumn number) {
      if (!number.isNull()) {
        fingerprinter.take(number.value());
      }
      return !number.isNull();
    }
    return fingerprinter.take((Record) key);
  }

  private CloseableIterable<?> open(DataFile file, int words) {
    InputFile input = io.newInputFile(file);
    Map<Integer, Object> constants = constants(file);
    if (words == 1 && constants.isEmpty() && file.format() == FileFormat.PARQUET) {
      Parquet.ReadBuilder builder = Parquet.read(input);
      mapping.ifPresent(builder::withNameMapping);
      return builder.project(schema).createReaderFunc(this::reader).reuseContainers().build();
    }
    ReadBuilder<Record, Object> builder =
        FormatModelRegistry.readBuilder(file.format(), Record.class, input);
    mapping.ifPresent(builder::withNameMapping);
    return builder.project(schema).idToConstant(constants).reuseContainers().build();
  }

  private ParquetValueReader<?> reader(MessageType file) {
    Optional<ParquetValueReader<?>> column =
        WholeNumberColumn.of(schema.columns().get(0), file).map(number -> number);
    return column.orElseGet(() -> GenericParquetReaders.buildReader(schema, file));
  }

  // A file need not have a column whose value its partition tells.
  private Map<Integer, Object> constants(DataFile file) {
    PartitionSpec spec = specs.get(file.specId());
    Map<Integer, Object> constants = new HashMap<>();
    for (int position = 0; position < spec.fields().size(); position++) {
      PartitionField field = spec.fields().get(position);
      Types.NestedField column = schema.findField(field.sourceId());
      if (column != null && field.transform().isIdentity()) {
        Object value = file.partition().get(position, Object.class);
        constants.put(column.fieldId(), PartitionValues.ofColumn(column.type(), value));
      }
    }
    return constants;
  }
}
