package io.frazil.connector.deletes;

import org.apache.iceberg.ContentScanTask;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * All rows of a data file, as Iceberg's readers want to be told.
 *
 * @param spec the spec that the file was written with
 */
record WholeFile(DataFile file, PartitionSpec spec) implements ContentScanTask<DataFile> {

  @Override
  public long start() {
    return 0;
  }

  @Override
  public long length() {
    return file.fileSizeInBytes();
  }

  @Override
  public Expression residual() {
    return Expressions.alwaysTrue();
  }
}
