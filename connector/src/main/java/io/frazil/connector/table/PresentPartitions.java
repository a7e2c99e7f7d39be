package io.frazil.connector.table;

import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Plan;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Data files with their partitions as the table has them at present: since a file was written, a
 * column that partitions are made of may have got a wider type. Iceberg refuses the values of the
 * old one.
 */
final class PresentPartitions {
  private final Table table;

  PresentPartitions(Table table) {
    this.table = table;
  }

  /** The plan with such files. */
  Plan<ContentFile<?>> of(Plan<ContentFile<?>> plan) {
    List<Plan.Layer<ContentFile<?>>> layers = new ArrayList<>();
    for (Plan.Layer<ContentFile<?>> layer : plan.layers()) {
      layers.add(new Plan.Layer<>(layer.deltas().stream().map(this::of).toList(), layer.upto()));
    }
    return new Plan<>(
        plan.commitId(), plan.table(), plan.base(), layers, plan.doubtful(), plan.validThrough());
  }

  private Delta<ContentFile<?>> of(Delta<ContentFile<?>> delta) {
    List<ContentFile<?>> files = new ArrayList<>();
    for (ContentFile<?> file : delta.files()) {
      files.add(file instanceof DataFile rows ? of(rows) : file);
    }
    return delta.withFiles(files);
  }

  private DataFile of(DataFile file) {
    PartitionSpec spec = table.specs().get(file.specId());
    // The table may be another one by now, of which the commit will tell.
    if (spec == null || !(file.partition() instanceof PartitionData partition)) {
      return file;
    }
    Types.StructType present = spec.partitionType();
    return types(partition.getPartitionType()).equals(types(present))
        ? file
        : inPartition(file, spec, widened(partition, present));
  }

  private static List<Type> types(Types.StructType partition) {
    return partition.fields().stream().map(Types.NestedField::type).toList();
  }

  private static PartitionData widened(StructLike partition, Types.StructType present) {
    PartitionData widened = new PartitionData(present);
    for (int field = 0; field < present.fields().size(); field++) {
      Object value = partition.get(field, Object.class);
      widened.set(
          field,
          value instanceof Integer number
                  && present.fields().get(field).type().typeId() == Type.TypeID.LONG
              ? number.longValue()
              : value);
    }
    return widened;
  }

  // Iceberg's own copying refuses the old partition.
  private static DataFile inPartition(DataFile file, PartitionSpec spec, StructLike partition) {
    return DataFiles.builder(spec)
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
        .withEncryptionKeyMetadata(file.keyMetadata())
        .withSortOrderId(file.sortOrderId())
        .build();
  }
}
