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
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;

/** Reads the key columns of a table's data files, and nothing else of them. Not thread-safe. */
final class KeyScan {
  private final Schema schema;
  private final Fingerprinter fingerprinter;
  private final EncryptingFileIO io;
  private final Map<Integer, PartitionSpec> specs;
  private final Optional<NameMapping> mapping;

  /** A scan of a table for the columns of these keys. */
  KeyScan(Table table, Schema keySchema) {
    this.schema = keySchema;
    this.fingerprinter = new Fingerprinter(keySchema);
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
    return fingerprinter.scheme() + names;
  }

  /**
   * Shows the visitor all rows of a file in their order, dead or alive, except those that lack a
   * key column.
   *
   * @return how many rows the file has
   * @throws UncheckedIOException if the file cannot be read
   */
  long read(DataFile file, Visitor visitor) {
    long position = 0;
    try (CloseableIterable<Record> keys = open(file)) {
      for (Record key : keys) {
        if (fingerprinter.take(key)) {
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

  private CloseableIterable<Record> open(DataFile file) {
    ReadBuilder<Record, Object> builder =
        FormatModelRegistry.readBuilder(file.format(), Record.class, io.newInputFile(file));
    mapping.ifPresent(builder::withNameMapping);
    return builder.project(schema).idToConstant(constants(file)).reuseContainers().build();
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
