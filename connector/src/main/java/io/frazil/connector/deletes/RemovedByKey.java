package io.frazil.connector.deletes;

import io.frazil.connector.resolve.LiveFile;
import java.util.List;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.DeleteFilter;
import org.apache.iceberg.data.DeleteLoader;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.DeleteCounter;
import org.apache.iceberg.encryption.EncryptingFileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.types.Types.NestedField;

/** Leaves out the rows of a data file that equality deletes remove, and no others. */
final class RemovedByKey extends DeleteFilter<Record> {
  private final EncryptingFileIO io;
  private final InternalRecordWrapper values;

  RemovedByKey(Table table, LiveFile file, Schema requested, EncryptingFileIO io) {
    super(
        file.file().location(),
        equalityDeletes(file),
        id -> column(table, id),
        requested,
        new DeleteCounter(),
        false);
    this.io = io;
    this.values = new InternalRecordWrapper(requiredSchema().asStruct());
  }

  @Override
  protected StructLike asStructLike(Record row) {
    return values.wrap(row);
  }

  @Override
  protected InputFile getInputFile(String location) {
    return io.newInputFile(location);
  }

  // The inherited one would know no key to decrypt with.
  @Override
  protected DeleteLoader newDeleteLoader() {
    return new BaseDeleteLoader(io::newInputFile);
  }

  private static List<DeleteFile> equalityDeletes(LiveFile file) {
    return file.deletes().stream()
        .filter(deletes -> !DeletedPositions.hasPositions(deletes))
        .toList();
  }

  /** A column that may have been dropped since somebody wrote the delete file; null if unknown. */
  private static NestedField column(Table table, int id) {
    NestedField current = table.schema().asStruct().field(id);
    return current != null
        ? current
        : table.schemas().values().stream()
            .flatMap(schema -> schema.columns().stream())
            .filter(column -> column.fieldId() == id)
            .findFirst()
            .orElse(null);
  }
}
