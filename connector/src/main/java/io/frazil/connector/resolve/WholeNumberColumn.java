package io.frazil.connector.resolve;

import java.util.Optional;
import org.apache.iceberg.parquet.ParquetValueReaders;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A column of a Parquet file whose values are, as they are stored, the numbers that Iceberg has for
 * them: read without an object for each value, it takes half the time. Not thread-safe.
 */
final class WholeNumberColumn extends ParquetValueReaders.PrimitiveReader<WholeNumberColumn> {
  private final int definitionLevel;
  private final boolean isInt;
  private boolean isNull;
  private long value;

  private WholeNumberColumn(ColumnDescriptor column) {
    super(column);
    this.definitionLevel = column.getMaxDefinitionLevel();
    this.isInt = column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT32;
  }

  /**
   * A column.
   *
   * @param file the file's type, with field ids
   * @return empty if the file has no such column, or its values need a conversion
   */
  static Optional<WholeNumberColumn> of(Types.NestedField field, MessageType file) {
    return file.getColumns().stream()
        .filter(column -> column.getPath().length == 1 && column.getMaxRepetitionLevel() == 0)
        .filter(column -> isOf(field, column.getPrimitiveType()))
        .findFirst()
        .map(WholeNumberColumn::new);
  }

  /** Whether the present row has no value. */
  boolean isNull() {
    return isNull;
  }

  /** The present row's value, where it has one. */
  long value() {
    return value;
  }

  @Override
  public WholeNumberColumn read(WholeNumberColumn reuse) {
    isNull = column.currentDefinitionLevel() < definitionLevel;
    if (isNull) {
      column.nextNull();
    } else {
      value = isInt ? column.nextInteger() : column.nextLong();
    }
    return this;
  }

  private static boolean isOf(Types.NestedField field, PrimitiveType stored) {
    return stored.getId() != null
        && stored.getId().intValue() == field.fieldId()
        && (stored.getPrimitiveTypeName() == PrimitiveTypeName.INT32
            || stored.getPrimitiveTypeName() == PrimitiveTypeName.INT64)
        && isAsIs(field.type(), stored.getLogicalTypeAnnotation());
  }

  private static boolean isAsIs(Type type, LogicalTypeAnnotation stored) {
    return switch (type.typeId()) {
      case INTEGER, LONG ->
          stored == null
              || (stored instanceof IntLogicalTypeAnnotation number && number.isSigned());
      case DATE -> stored instanceof DateLogicalTypeAnnotation;
      case TIME ->
          stored instanceof TimeLogicalTypeAnnotation time && time.getUnit() == TimeUnit.MICROS;
      case TIMESTAMP -> isIn(TimeUnit.MICROS, stored);
      case TIMESTAMP_NANO -> isIn(TimeUnit.NANOS, stored);
      default -> false;
    };
  }

  private static boolean isIn(TimeUnit unit, LogicalTypeAnnotation stored) {
    return stored instanceof TimestampLogicalTypeAnnotation timestamp
        && timestamp.getUnit() == unit;
  }
}
