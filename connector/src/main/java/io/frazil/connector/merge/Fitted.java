package io.frazil.connector.merge;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;

/**
 * Makes data files fit a table of which a partition column was widened since they were written:
 * Iceberg takes partition values only in the class that their type has now.
 */
final class Fitted implements UnaryOperator<ContentFile<?>> {
  private final Table table;

  Fitted(Table table) {
    this.table = table;
  }

  @Override
  public ContentFile<?> apply(ContentFile<?> file) {
    PartitionSpec spec = table.specs().get(file.specId());
    if (spec == null || spec.isUnpartitioned() || !(file instanceof DataFile data)) {
      return file;
    }
    StructLike partition = data.partition();
    PartitionData widened = new PartitionData(spec.partitionType());
    boolean isWidened = false;
    for (int field = 0; field < spec.fields().size(); field++) {
      Object value = partition.get(field, Object.class);
      Object wide = widened(value, spec.javaClasses()[field]);
      widened.set(field, wide);
      isWidened |= wide != value;
    }
    return isWidened ? copy(data, spec, widened) : file;
  }

  // Iceberg's own copy would ask for the old values in the new class.
  private DataFile copy(DataFile file, PartitionSpec spec, PartitionData partition) {
    DataFiles.Builder copy =
        DataFiles.builder(spec)
            .withPath(file.location())
            .withFormat(file.format())
            .withPartition(partition)
            .withFileSizeInBytes(file.fileSizeInBytes())
            .withMetrics(
                new Metrics(
                    file.recordCount(),
                    file.columnSizes(),
                    file.valueCounts(),
                    file.nullValueCounts(),
                    file.nanValueCounts(),
                    file.lowerBounds(),
                    file.upperBounds()))
            .withSplitOffsets(file.splitOffsets())
            .withEncryptionKeyMetadata(file.keyMetadata());
    Optional.ofNullable(file.sortOrderId())
        .map(id -> table.sortOrders().get(id))
        .ifPresent(copy::withSortOrder);
    return copy.build();
  }

  private static Object widened(Object value, Class<?> type) {
    if (value instanceof Integer number && type == Long.class) {
      return number.longValue();
    }
    return value instanceof Float number && type == Double.class ? number.doubleValue() : value;
  }
}
