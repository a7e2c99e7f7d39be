package io.frazil.connector.deletes;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.resolve.LiveFile;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.roaringbitmap.RoaringBitmap;

class LiveRowsTest {
  private static final RoaringBitmap ALL = RoaringBitmap.bitmapOfRange(0, 100);

  private static Map<Long, List<Object>> read(
      ChangedTable changed, LiveFile file, RoaringBitmap positions, Schema columns) {
    Map<Long, List<Object>> rows = new LinkedHashMap<>();
    new LiveRows(changed.table, new PositionCache(0))
        .read(
            file,
            positions,
            columns,
            (position, row) -> {
              List<Object> values = new ArrayList<>();
              for (int column = 0; column < columns.columns().size(); column++) {
                values.add(row.get(column));
              }
              rows.put(position, values);
            });
    return rows;
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void onlyLiveRowsAtThePositionsAreRead(FileFormat format) {
    ChangedTable changed =
        ChangedTable.create(2, format, PartitionSpec.unpartitioned(), SortOrder.unsorted());
    changed.append(10L, 11L, 12L, 13L, 14L, 15L);
    changed.deleteByOneFile(Set.of(11L));
    changed.deleteByKey(Set.of(12L));
    Schema columns = changed.table.schema().select("payload");
    LiveFile file = changed.plan().get(0);
    assertThat(read(changed, file, RoaringBitmap.bitmapOf(0, 1, 2, 4), columns))
        .isEqualTo(Map.of(0L, List.of("row 10"), 4L, List.of("row 14")));
    assertThat(read(changed, file, ALL, columns)).containsOnlyKeys(0L, 3L, 4L, 5L);
    assertThat(read(changed, file, new RoaringBitmap(), columns)).isEmpty();
  }

  @Test
  void aVectorIsApplied() {
    ChangedTable changed = ChangedTable.create(3);
    changed.append(10L, 11L);
    changed.commit(
        List.of(),
        RowRemover.of(
                DeleteForm.DELETION_VECTORS,
                changed.table,
                Map.of(),
                UUID.randomUUID().toString(),
                new PositionCache(0))
            .remove(changed.positions(id -> id == 10L)));
    assertThat(read(changed, changed.plan().get(0), ALL, changed.table.schema().select("id")))
        .isEqualTo(Map.of(1L, List.of(11L)));
  }

  @Test
  void columnsThatAFileLacksHaveTheirDefault() {
    ChangedTable changed = ChangedTable.create(3);
    changed.append(10L);
    changed
        .table
        .updateSchema()
        .addColumn("version", Types.LongType.get(), "of the row", Literal.of(7L))
        .addColumn("note", Types.StringType.get())
        .commit();
    List<Object> row =
        read(changed, changed.plan().get(0), ALL, changed.table.schema().select("version", "note"))
            .get(0L);
    assertThat(row).containsExactly(7L, null);
  }

  @Test
  void keysOfDroppedColumnsStillApply() {
    ChangedTable changed = ChangedTable.create(2);
    changed.append(10L, 11L);
    changed.deleteByKey(Set.of(10L));
    changed.table.updateSchema().deleteColumn("id").commit();
    assertThat(read(changed, changed.plan().get(0), ALL, changed.table.schema().select("payload")))
        .isEqualTo(Map.of(1L, List.of("row 11")));
  }

  @Test
  void thePartitionOfAFileCountsMoreThanItsColumn() {
    PartitionSpec spec = PartitionSpec.builderFor(ChangedTable.SCHEMA).identity("category").build();
    ChangedTable changed = ChangedTable.create(2, FileFormat.PARQUET, spec, SortOrder.unsorted());
    DataFile written = changed.write(List.of(10L)).get(0);
    DataFile moved =
        DataFiles.builder(spec).copy(written).withPartitionPath("category=moved").build();
    assertThat(read(changed, new LiveFile(moved), ALL, changed.table.schema().select("category")))
        .isEqualTo(Map.of(0L, List.of("moved")));
  }

  static Stream<Arguments> partitionValues() {
    LocalDateTime time = LocalDateTime.of(1969, 7, 20, 20, 17, 40, 123_456_789);
    return Stream.of(
        Arguments.of(Types.TimestampNanoType.withoutZone(), time),
        Arguments.of(Types.TimestampNanoType.withZone(), time.atOffset(ZoneOffset.UTC)),
        Arguments.of(Types.TimestampType.withoutZone(), time.truncatedTo(ChronoUnit.MICROS)),
        Arguments.of(Types.DateType.get(), time.toLocalDate()),
        Arguments.of(Types.TimeType.get(), time.toLocalTime().truncatedTo(ChronoUnit.MICROS)),
        Arguments.of(Types.DecimalType.of(9, 2), new BigDecimal("-1.50")),
        Arguments.of(Types.UUIDType.get(), new UUID(1, 2)),
        Arguments.of(Types.BinaryType.get(), ByteBuffer.wrap(new byte[] {1, 2})),
        Arguments.of(Types.FixedType.ofLength(2), new byte[] {1, 2}),
        Arguments.of(Types.DoubleType.get(), -0.0));
  }

  @ParameterizedTest
  @MethodSource("partitionValues")
  void theValueOfAPartitionIsAsTheColumnsReaderGivesIt(Type type, Object value) {
    ChangedTable changed = ChangedTable.create(3);
    DataFile written = changed.write(List.of(10L)).get(0);
    changed.table.updateSchema().addColumn("k", type).commit();
    changed.table.updateSpec().addField("k").commit();
    Record row = changed.row(10L);
    row.setField("k", value);
    PartitionKey partition = new PartitionKey(changed.table.spec(), changed.table.schema());
    partition.partition(new InternalRecordWrapper(changed.table.schema().asStruct()).wrap(row));
    DataFile moved =
        DataFiles.builder(changed.table.spec())
            .withPath(written.location())
            .withFormat(written.format())
            .withFileSizeInBytes(written.fileSizeInBytes())
            .withRecordCount(written.recordCount())
            .withPartition(partition)
            .build();
    assertThat(read(changed, new LiveFile(moved), ALL, changed.table.schema().select("k")).get(0L))
        .containsExactly(value);
  }

  @Test
  void filesWithoutFieldIdsAreReadByTheNamesOfTheTable() {
    ChangedTable changed =
        ChangedTable.create(
            2, FileFormat.AVRO, PartitionSpec.unpartitioned(), SortOrder.unsorted());
    changed
        .table
        .updateProperties()
        .set(
            TableProperties.DEFAULT_NAME_MAPPING,
            NameMappingParser.toJson(MappingUtil.create(changed.table.schema())))
        .commit();
    DataFile file = PlainAvro.write(changed.table, 10L, 11L);
    assertThat(read(changed, new LiveFile(file), ALL, changed.table.schema().select("id")))
        .isEqualTo(Map.of(0L, List.of(10L), 1L, List.of(11L)));
  }
}
