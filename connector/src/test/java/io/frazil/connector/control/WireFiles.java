package io.frazil.connector.control;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/** Files of several specs with everything a writer reports of them. */
final class WireFiles {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "region", Types.StringType.get()),
          Types.NestedField.optional(3, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(4, "price", Types.DecimalType.of(9, 2)));
  static final PartitionSpec UNPARTITIONED = PartitionSpec.builderFor(SCHEMA).withSpecId(0).build();
  static final PartitionSpec PARTITIONED =
      PartitionSpec.builderFor(SCHEMA)
          .withSpecId(1)
          .identity("region")
          .day("ts")
          .bucket("id", 16)
          .identity("price")
          .build();

  private WireFiles() {}

  static DataFile rows(String name) {
    return DataFiles.builder(PARTITIONED)
        .withPath("s3://bucket/db/t/data/" + name + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withPartitionPath("region=eu/ts_day=2026-03-04/id_bucket=7/price=12.34")
        .withFileSizeInBytes(4321)
        .withMetrics(metrics(4))
        .withSplitOffsets(List.of(4L, 2000L))
        .build();
  }

  static DeleteFile keys(String name) {
    return FileMetadata.deleteFileBuilder(UNPARTITIONED)
        .ofEqualityDeletes(1, 2)
        .withPath("s3://bucket/db/t/data/" + name + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(321)
        .withMetrics(metrics(2))
        .build();
  }

  /** A key file that never gets into the table, so that its spec need not be one of the table's. */
  static DeleteFile keysOfAnySpec(String name) {
    PartitionSpec ofTheSameId =
        PartitionSpec.builderFor(SCHEMA).withSpecId(PARTITIONED.specId()).build();
    return FileMetadata.deleteFileBuilder(ofTheSameId)
        .ofEqualityDeletes(1, 2)
        .withPath("s3://bucket/db/t/data/" + name + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(321)
        .withMetrics(metrics(2))
        .build();
  }

  static DeleteFile vector(String name, String dataFile) {
    return FileMetadata.deleteFileBuilder(PARTITIONED)
        .ofPositionDeletes()
        .withPath("s3://bucket/db/t/data/" + name + ".puffin")
        .withFormat(FileFormat.PUFFIN)
        .withPartitionPath("region=eu/ts_day=2026-03-04/id_bucket=7/price=12.34")
        .withFileSizeInBytes(99)
        .withRecordCount(3)
        .withReferencedDataFile(dataFile)
        .withContentOffset(4)
        .withContentSizeInBytes(40)
        .build();
  }

  /** One of many files of a wide table. */
  static DataFile wide(int number, int columns) {
    return DataFiles.builder(PARTITIONED)
        .withPath("s3://bucket/db/t/data/wide-%05d.parquet".formatted(number))
        .withFormat(FileFormat.PARQUET)
        .withPartitionPath("region=r%d/ts_day=2026-03-04/id_bucket=7/price=12.34".formatted(number))
        .withFileSizeInBytes(4321)
        .withMetrics(metrics(columns))
        .build();
  }

  /** All that a file says of itself, to compare files that have no equality of their own. */
  static Map<String, Object> facts(ContentFile<?> file) {
    Map<String, Object> facts = new HashMap<>();
    facts.put("content", file.content());
    facts.put("location", file.location());
    facts.put("format", file.format());
    facts.put("spec", file.specId());
    facts.put("partition", file.partition().toString());
    facts.put("records", file.recordCount());
    facts.put("size", file.fileSizeInBytes());
    facts.put("columnSizes", file.columnSizes());
    facts.put("valueCounts", file.valueCounts());
    facts.put("nullCounts", file.nullValueCounts());
    facts.put("nanCounts", file.nanValueCounts());
    facts.put("lower", file.lowerBounds());
    facts.put("upper", file.upperBounds());
    facts.put("splitOffsets", file.splitOffsets());
    facts.put("equalityIds", file.equalityFieldIds());
    facts.put("sortOrder", file.sortOrderId());
    if (file instanceof DeleteFile deletes) {
      facts.put("referenced", deletes.referencedDataFile());
      facts.put("contentOffset", deletes.contentOffset());
      facts.put("contentSize", deletes.contentSizeInBytes());
    }
    return facts;
  }

  private static Metrics metrics(int columns) {
    Map<Integer, Long> sizes = new HashMap<>();
    Map<Integer, Long> counts = new HashMap<>();
    Map<Integer, ByteBuffer> bounds = new HashMap<>();
    for (int column = 1; column <= columns; column++) {
      sizes.put(column, 100L + column);
      counts.put(column, 10L);
      bounds.put(
          column, Conversions.toByteBuffer(Types.StringType.get(), "a value of 16 by " + column));
    }
    return new Metrics(10L, sizes, counts, counts, Map.of(), bounds, bounds);
  }
}
