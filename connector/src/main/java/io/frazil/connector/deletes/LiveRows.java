package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.resolve.PartitionValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.PartitionUtil;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads rows of data files at given positions, those that no delete file of any kind removes.
 *
 * <p>Thread-safe, as far as the table is not refreshed.
 */
public final class LiveRows {
  private final Table table;
  private final DeletedPositions deleted;
  private final EncryptingFileIO io;
  private final Optional<NameMapping> names;

  /** Takes one row. */
  @FunctionalInterface
  public interface RowConsumer {

    /**
     * Called once for each row, in the order of positions.
     *
     * @param row the columns asked for, in their order; there may be others behind. Only valid
     *     during the call
     */
    void accept(long position, Record row);
  }

  /**
   * Rows of one table.
   *
   * @param cache positions of delete files
   */
  public LiveRows(Table table, PositionCache cache) {
    this(table, new DeletedPositions(table, cache));
  }

  LiveRows(Table table, DeletedPositions deleted) {
    this.table = table;
    this.deleted = deleted;
    this.io = EncryptingFileIO.combine(table.io(), table.encryption());
    // Of files that were not written with field ids.
    this.names =
        Optional.ofNullable(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING))
            .map(NameMappingParser::fromJson);
  }

  /**
   * Reads live rows at some positions; the dead among them are left out.
   *
   * @param columns columns of the table's schema; those that the file lacks have their initial
   *     default
   */
  public void read(LiveFile file, RoaringBitmap positions, Schema columns, RowConsumer rows) {
    RoaringBitmap wanted = RoaringBitmap.andNot(positions, deleted.of(file));
    if (!wanted.isEmpty()) {
      long last = Integer.toUnsignedLong(wanted.last());
      read(file, position -> wanted.contains((int) position), last, columns, rows);
    }
  }

  /**
   * Reads the live rows at all positions but some.
   *
   * @param positions also those that delete files of positions remove
   */
  void readAllBut(LiveFile file, RoaringBitmap positions, Schema columns, RowConsumer rows) {
    read(file, position -> !positions.contains((int) position), Long.MAX_VALUE, columns, rows);
  }

  private void read(
      LiveFile file, LongPredicate wanted, long last, Schema columns, RowConsumer rows) {
    List<NestedField> requested = new ArrayList<>(columns.columns());
    int positionColumn = requested.size();
    requested.add(MetadataColumns.ROW_POSITION);
    RemovedByKey removed = new RemovedByKey(table, file, new Schema(requested), io);
    try (CloseableIterable<Record> all = open(file.file(), removed.requiredSchema());
        CloseableIterable<Record> live = removed.filter(all)) {
      for (Record row : live) {
        long position = row.get(positionColumn, Long.class);
        if (wanted.test(position)) {
          rows.accept(position, row);
        }
        if (position >= last) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read data file '%s' of table %s".formatted(file.file().location(), table.name()),
          e);
    }
  }

  private CloseableIterable<Record> open(DataFile file, Schema columns) {
    WholeFile task = new WholeFile(file, table.specs().get(file.specId()));
    // Files that were moved into a table may lack the columns of their partition.
    Map<Integer, ?> constants = PartitionUtil.constantsMap(task, PartitionValues::ofColumn);
    ReadBuilder<Record, ?> reader =
        FormatModelRegistry.<Record, Object>readBuilder(
                file.format(), Record.class, io.newInputFile(file))
            .project(columns)
            .idToConstant(constants)
            .reuseContainers();
    names.ifPresent(reader::withNameMapping);
    return reader.build();
  }
}
