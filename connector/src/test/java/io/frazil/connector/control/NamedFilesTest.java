package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.ControlEvent.DataWritten;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Files that have been over the wire are as good to commit as those of the writer. */
class NamedFilesTest {
  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private final ControlCodec codec = SampleEvents.codec(512 * 1024);

  @Test
  void aKeyFileOfAnUnpartitionedSpecReachesRowsInAllPartitions() throws Exception {
    Table table = table();
    PartitionSpec partitioned = table.specs().get(0);
    DataFile rows =
        DataFiles.builder(partitioned)
            .withPath("/db/t/data/a.parquet")
            .withPartitionPath("region=eu/ts_day=2026-03-04")
            .withFileSizeInBytes(10)
            .withRecordCount(1)
            .build();
    DeleteFile keys =
        FileMetadata.deleteFileBuilder(table.spec())
            .ofEqualityDeletes(1)
            .withPath("/db/t/data/k.parquet")
            .withFileSizeInBytes(10)
            .withRecordCount(1)
            .build();
    assertThat(table.spec().isUnpartitioned()).isTrue();
    assertThat(table.spec().specId()).isNotEqualTo(partitioned.specId());

    commit(table, rows);
    commit(table, keys);

    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().filter(Expressions.equal("region", "eu")).planFiles()) {
      assertThat(tasks)
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.file().partition()).isEqualTo(rows.partition());
                assertThat(task.spec()).isEqualTo(partitioned);
                assertThat(task.deletes())
                    .extracting(ContentFile::location)
                    .containsExactly(keys.location());
              });
    }
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().filter(Expressions.equal("region", "us")).planFiles()) {
      assertThat(tasks).isEmpty();
    }
  }

  private void commit(Table table, ContentFile<?> file) {
    RowDelta rowDelta = table.newRowDelta();
    for (ProducerRecord<byte[], byte[]> record : codec.encode(SampleEvents.dataWritten(file))) {
      Decoded decoded = codec.decode(WireRecords.received(record, 0));
      assertThat(decoded).isInstanceOf(Decoded.Ours.class);
      DataWritten<ContentFile<?>> part =
          (DataWritten<ContentFile<?>>) ((Decoded.Ours) decoded).event();
      for (ContentFile<?> named : part.delta().files()) {
        if (named instanceof DataFile rows) {
          rowDelta.addRows(rows);
        } else if (named instanceof DeleteFile keys) {
          rowDelta.addDeletes(keys);
        }
      }
    }
    rowDelta.commit();
  }

  /** A table born partitioned that has gained an unpartitioned spec. */
  private Table table() {
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    Table table =
        catalog
            .buildTable(TableIdentifier.of("db", "t"), WireFiles.SCHEMA)
            .withPartitionSpec(
                PartitionSpec.builderFor(WireFiles.SCHEMA).identity("region").day("ts").build())
            .create();
    table.updateSpec().removeField("region").removeField("ts_day").commit();
    return table;
  }
}
