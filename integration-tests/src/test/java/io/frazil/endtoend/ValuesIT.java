package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectorStatus.State;
import io.frazil.cluster.SharedCluster;
import io.frazil.table.TableReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ValuesIT {
  private static final String JSON = "org.apache.kafka.connect.json.JsonConverter";
  private static final String KEY =
      """
      {"schema": {"type": "struct", "fields": [{"field": "id", "type": "int64"}]},
       "payload": {"id": %d}}""";
  private static final String VALUE =
      """
      {"schema": {"type": "struct", "fields": [
        {"field": "op", "type": "string", "optional": true},
        {"field": "id", "type": "int64"},
        {"field": "name", "type": "string", "optional": true, "default": "unnamed"},
        {"field": "price", "type": "bytes", "optional": true,
         "name": "org.apache.kafka.connect.data.Decimal", "version": 1,
         "parameters": {"scale": "2", "connect.decimal.precision": "10"}},
        {"field": "day", "type": "int32", "optional": true,
         "name": "org.apache.kafka.connect.data.Date", "version": 1},
        {"field": "at", "type": "int64", "optional": true,
         "name": "org.apache.kafka.connect.data.Timestamp", "version": 1},
        {"field": "time", "type": "int32", "optional": true,
         "name": "org.apache.kafka.connect.data.Time", "version": 1},
        {"field": "ratio", "type": "double", "optional": true},
        {"field": "is_new", "type": "boolean", "optional": true},
        {"field": "raw", "type": "bytes", "optional": true},
        {"field": "tags", "type": "array", "optional": true,
         "items": {"type": "string", "optional": true}},
        {"field": "counts", "type": "map", "optional": true,
         "keys": {"type": "string"}, "values": {"type": "int32", "optional": true}},
        {"field": "address", "type": "struct", "optional": true, "fields": [
          {"field": "street", "type": "string", "optional": true},
          {"field": "number", "type": "int32", "optional": true}]}]},
       "payload": {"op": "%s", "id": %d, "name": %s, "price": "AN3V", "day": 19700,
        "at": 1731508712229, "time": 36000000, "ratio": 0.5, "is_new": true, "raw": "AQID",
        "tags": ["a", null], "counts": {"x": 1},
        "address": {"street": "Main", "number": 7}}}""";

  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void structsWithNestedAndLogicalTypesArriveInATableOfFormatThree() {
    try (Pipeline pipeline = pipeline("structs")) {
      pipeline.with("iceberg.tables.auto-create-props.format-version", "3").start(1);
      send(pipeline, 1, "I", "null");
      send(pipeline, 2, "I", "\"two\"");
      pipeline.awaitApplied(Pipeline.MIRROR);
      sendTombstone(pipeline, 2);
      send(pipeline, 3, "I", "\"three\"");
      send(pipeline, 3, "U", "\"tri\"");
      send(pipeline, 4, "I", "\"four\"");
      send(pipeline, 4, "D", "null");
      pipeline.awaitApplied(Pipeline.MIRROR);

      List<NavigableMap<String, Object>> rows = pipeline.rows(Pipeline.MIRROR);
      assertThat(rows).extracting(row -> row.get("id")).containsExactlyInAnyOrder(1L, 3L);
      assertThat(rows).extracting(row -> row.get("name")).containsExactlyInAnyOrder(null, "tri");
      assertThat(rows).allSatisfy(ValuesIT::checkValues);
      assertThat(pipeline.look(Pipeline.MIRROR, TableReader::columns))
          .containsExactly(
              "id", "name", "price", "day", "at", "time", "ratio", "is_new", "raw", "tags",
              "counts", "address");
      int formatVersion =
          pipeline.look(Pipeline.MIRROR, reader -> TableUtil.formatVersion(reader.table()));
      assertThat(formatVersion).isEqualTo(3);
    }
  }

  @Test
  void tasksThatMeetTheSameNewFieldsAddThemOnce() {
    try (Pipeline pipeline =
        Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), "evolving", 2)
            .with("value.converter", JSON)
            .with("value.converter.schemas.enable", "false")
            .with("iceberg.tables", Pipeline.MIRROR)
            .with("iceberg.tables.evolve-schema-enabled", "true")
            .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY))
            .start(2)) {
      for (int id = 0; id < 10; id++) {
        sendPlain(pipeline, id, "{\"_op\": \"I\", \"id\": %d, \"v\": 1}");
      }
      pipeline.awaitApplied(Pipeline.MIRROR);
      for (int id = 0; id < 10; id++) {
        sendPlain(
            pipeline,
            id,
            "{\"_op\": \"U\", \"id\": %d, \"v\": 2, \"newcol\": \"x\", \"inner\": [{\"a\": 1}]}");
      }
      sendPlain(pipeline, 8, "{\"_op\": \"D\", \"id\": %d}");
      sendPlain(pipeline, 9, "{\"_op\": \"D\", \"id\": %d}");
      pipeline.awaitApplied(Pipeline.MIRROR);

      assertThat(pipeline.rows(Pipeline.MIRROR))
          .hasSize(8)
          .allSatisfy(row -> assertThat(row).containsEntry("v", 2L).containsEntry("newcol", "x"));
      assertThat(pipeline.look(Pipeline.MIRROR, TableReader::columns))
          .containsExactly("id", "v", "inner", "newcol");
      pipeline.rest().await(pipeline.name(), now -> now.isAll(State.RUNNING, 2));
    }
  }

  /** Sends a record without a schema; both tasks get some. */
  private static void sendPlain(Pipeline pipeline, int id, String value) {
    pipeline
        .topics()
        .send(pipeline.name(), id % 2, Optional.empty(), Optional.of(value.formatted(id)));
  }

  private static void checkValues(Map<String, Object> row) {
    assertThat(row)
        .containsEntry("price", new BigDecimal("567.89"))
        .containsEntry("day", LocalDate.of(2023, 12, 9))
        .containsEntry("at", OffsetDateTime.parse("2024-11-13T14:38:32.229Z"))
        .containsEntry("time", LocalTime.of(10, 0))
        .containsEntry("ratio", 0.5)
        .containsEntry("is_new", true)
        .containsEntry("raw", ByteBuffer.wrap(new byte[] {1, 2, 3}))
        .containsEntry("counts", Map.of("x", 1));
    assertThat(row).containsEntry("tags", Arrays.asList("a", null));
    Record address = (Record) row.get("address");
    assertThat(address.getField("street")).isEqualTo("Main");
    assertThat(address.getField("number")).isEqualTo(7);
  }

  private static void send(Pipeline pipeline, long id, String operation, String name) {
    pipeline
        .topics()
        .send(
            pipeline.name(),
            0,
            Optional.of(KEY.formatted(id)),
            Optional.of(VALUE.formatted(operation, id, name)));
  }

  private static void sendTombstone(Pipeline pipeline, long id) {
    pipeline.topics().send(pipeline.name(), 0, Optional.of(KEY.formatted(id)), Optional.empty());
  }

  private static Pipeline pipeline(String name) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1)
        .with("key.converter", JSON)
        .with("key.converter.schemas.enable", "true")
        .with("value.converter", JSON)
        .with("value.converter.schemas.enable", "true")
        .with("value.converter.replace.null.with.default", "false")
        .with("iceberg.tables", Pipeline.MIRROR)
        .with("iceberg.tables.cdc-field", "op")
        .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY));
  }
}
