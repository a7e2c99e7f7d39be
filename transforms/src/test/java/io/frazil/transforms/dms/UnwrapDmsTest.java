package io.frazil.transforms.dms;

import static io.frazil.transforms.sample.Samples.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.transforms.sample.Mutation;
import io.frazil.transforms.sample.Outcome;
import io.frazil.transforms.sample.Samples;
import io.frazil.transforms.sample.Structs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The random faults of a failure come again with {@code -Dfrazil.seed} and the seed it printed. */
class UnwrapDmsTest {
  private static final Map<String, String> KEYED = Map.of("key.columns", "parcel_id");

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(UnwrapDms.class);
  }

  @Test
  void eachSampleBecomesItsChange() {
    List<String> changes = new ArrayList<>();
    for (Path file : Samples.files("dms/kafka", ".json")) {
      for (SinkRecord record : records(file)) {
        changes.add(told(unwrapped(KEYED, record)));
      }
    }

    assertThat(changes)
        .containsExactly(
            "nothing",
            "nothing",
            "nothing",
            "I {parcel_id=101} " + row("blue box", "101", "2.5") + " before null",
            "I {parcel_id=102} {fragile=true, label=crate, parcel_id=102,"
                + " shipped_at=2026-03-01T08:00:00Z, weight_kg=2.5} before null",
            "I {parcel_id=103} " + row("", "103", "2.5") + " before null",
            "U {parcel_id=101} " + row("blue box", "101", "2.75") + " before null",
            "U {parcel_id=203} " + row("", "203", "2.5") + " before {parcel_id=103}",
            "U {parcel_id=204} " + row("", "204", "2.5") + " before {parcel_id=203}",
            "U {parcel_id=101} "
                + row("blue box", "101", "3.0")
                + " before "
                + row("blue box", "101", "2.75"),
            "D {parcel_id=101} {fragile=null, label=null, note=null, parcel_id=101,"
                + " shipped_at=null, weight_kg=null} before null",
            "D {parcel_id=102} {parcel_id=102} before null",
            "I {parcel_id=9.223372036854776E18} "
                + row("blue box", "9.223372036854776E18", "2.5")
                + " before null",
            "I {parcel_id=105} "
                + row("blue box", "105, photo=0xCAFE00, photo2=CAFE00", "2.5")
                + " before null",
            "I {parcel_id=106} {attrs={\"size\": \"L\"}, "
                + row("blue box", "106", "2.5").substring(1)
                + " before null",
            "I {parcel_id=301} " + row("t1", "301", "2.5") + " before null",
            "I {parcel_id=302} " + row("t2", "302", "2.5") + " before null",
            "U {parcel_id=303} " + row("t3", "303", "2.5") + " before null",
            "nothing",
            "nothing",
            "nothing",
            "nothing",
            "nothing",
            "nothing");
  }

  private static String row(String label, String id, String weight) {
    return "{fragile=true, label=%s, note=null, parcel_id=%s, shipped_at=2026-03-01T08:00:00Z, weight_kg=%s}"
        .formatted(label, id, weight);
  }

  @ParameterizedTest
  @MethodSource("dataSamples")
  void aSampleWithSchemasBecomesTheSameChange(Path file) {
    for (SinkRecord plain : records(file)) {
      SchemaAndValue typed = Structs.of(plain.value());
      SinkRecord change = unwrapped(KEYED, with(plain, typed));

      assertThat(change.keySchema().field("parcel_id").schema().isOptional()).isFalse();
      assertThat(Structs.maps(change.key())).isEqualTo(unwrapped(KEYED, plain).key());
      assertThat(Structs.maps(change.value())).isEqualTo(unwrapped(KEYED, plain).value());
      ((Struct) change.value()).validate();
    }
  }

  @Test
  void theFactsComeFromTheMetadata() {
    Map<?, ?> facts = facts(unwrapped(Map.of(), sample("06-data-insert-details")));

    assertThat(facts.get("ts")).isEqualTo(Date.from(Instant.parse("2026-03-02T10:15:32Z")));
    assertThat(facts.get("position"))
        .isEqualTo("00000003/5A000102.00000000000000000001.00000003/5A000102/00000000000000000001");
    assertThat(facts.get("source")).isEqualTo("depot.parcel");
    assertThat(facts.get("target")).isEqualTo("depot.parcel");
    assertThat(facts.containsKey("key")).isFalse();
  }

  @Test
  void withoutTransactionDetailsThereIsTheTimeOfTheMessageAndNoPosition() {
    Map<?, ?> facts = facts(unwrapped(Map.of(), sample("05-data-insert-minimal")));

    assertThat(facts.get("ts")).isEqualTo(Date.from(Instant.parse("2026-03-02T10:15:30.123456Z")));
    assertThat(facts.get("position")).isNull();
  }

  @Test
  void changesOfATransactionHaveTheirPlaceInItBehindThePositionThatTheyShare() {
    assertThat(records(Samples.file("dms/kafka", "16-data-same-transaction.json")))
        .extracting(message -> String.valueOf(facts(unwrapped(Map.of(), message)).get("position")))
        .containsExactly(
            "00000003/5A000112.00000000000000000001.00000003/5A000112/00000000000000000001",
            "00000003/5A000112.00000000000000000001.00000003/5A000112/00000000000000000002",
            "00000003/5A000112.00000000000000000001.00000003/5A000112/00000000000000000003");
  }

  @Test
  void commitAndPlaceInItStandForAMissingStreamPosition() {
    assertThat(
            positionOf(
                """
                "commit-timestamp": "2026-03-02T10:15:32.5Z", "transaction-record-id": 12"""))
        .isEqualTo("2026-03-02T10:15:32.500000000Z/00000000000000000012");
    assertThat(positionOf("\"commit-timestamp\": \"2026-03-02T10:15:32Z\""))
        .isEqualTo("2026-03-02T10:15:32.000000000Z");
    assertThat(positionOf("\"stream-position\": 77")).isEqualTo("00000000000000000077");
  }

  private static Object positionOf(String metadata) {
    return facts(
            unwrapped(
                Map.of(),
                message(
                    """
                    {"metadata": {"operation": "insert", %s}, "data": {"id": 1}}"""
                        .formatted(metadata))))
        .get("position");
  }

  @Test
  void theTextKeyOfDmsStaysWhereNoKeyColumnsAreNamed() {
    SinkRecord change = unwrapped(Map.of(), sample("04-data-load"));

    assertThat(change.key()).isEqualTo("depot.parcel.101");
    assertThat(change.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
  }

  @Test
  void bothFormsOfTextAreTheSame() {
    List<Path> files = Samples.files("dms/kafka", ".txt");

    assertThat(files).hasSize(2);
    assertThat(files)
        .allSatisfy(
            file ->
                assertThat(told(unwrapped(KEYED, message(String.join("\n", Samples.lines(file))))))
                    .isEqualTo(
                        "I {parcel_id=102} {fragile=true, label=crate, parcel_id=102,"
                            + " shipped_at=2026-03-01T08:00:00Z, weight_kg=2.5} before null"));
  }

  @Test
  void optionalMetadataMayLack() {
    SinkRecord change =
        unwrapped(
            Map.of("target.pattern", "depot.{table}"),
            message(
                """
                {"data": {"id": 1}, "metadata": {"operation": "delete", "table-name": "t"}}"""));

    assertThat(told(change)).isEqualTo("D key {id=1} before null");
    assertThat(facts(change).get("source")).isEqualTo("t");
    assertThat(facts(change).get("target")).isEqualTo("depot.t");
    assertThat(facts(change).get("ts")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"metadata\": {\"operation\": \"insert\", \"table-name\": \"awsdms_apply_exceptions\","
            + " \"record-type\": \"data\"}, \"data\": {\"ERROR\": \"x\"}}",
        "{\"metadata\": {\"operation\": \"create-table\", \"record-type\": \"control\"}}",
        "{\"metadata\": {\"operation\": \"something-new\", \"record-type\": \"control\"}}",
        "{\"metadata\": {}, \"control\": {}}"
      })
  void whatIsOfTablesOrOfDmsItselfIsNothing(String message) {
    assertThat(told(unwrapped(Map.of(), message(message)))).isEqualTo("nothing");
  }

  @Test
  void aRecordWithoutAValuePassesAsItIs() {
    SinkRecord tombstone = new SinkRecord("t", 0, Schema.STRING_SCHEMA, "key", null, null, 1);

    assertThat(unwrapped(KEYED, tombstone)).isSameAs(tombstone);
  }

  @Test
  void theNamesOfBeforeImagesFollowTheTask() {
    SinkRecord field =
        unwrapped(
            Map.of("before.image.field", "old"),
            message(
                """
                {"metadata": {"operation": "update"}, "data": {"id": 2}, "old": {"id": 1}}"""));
    SinkRecord prefix =
        unwrapped(
            Map.of("before.image.prefix", "OLD_"),
            message(
                """
                {"metadata": {"operation": "update"}, "data": {"id": 2, "OLD_id": 1, "BI_": 3}}"""));
    SinkRecord none =
        unwrapped(
            Map.of("before.image.prefix", ""),
            message(
                """
                {"metadata": {"operation": "update"}, "data": {"id": 2, "BI_score": 1}}"""));

    assertThat(told(field)).isEqualTo("U key {id=2} before {id=1}");
    assertThat(told(prefix)).isEqualTo("U key {BI_=3, id=2} before {id=1}");
    assertThat(told(none)).isEqualTo("U key {BI_score=1, id=2} before null");
  }

  @Test
  void beforeColumnsWithoutValuesAreNoBeforeImage() {
    assertThat(
            told(
                unwrapped(
                    Map.of(),
                    message(
                        """
                        {"metadata": {"operation": "insert"}, "data": {"id": 2, "BI_id": null}}"""))))
        .isEqualTo("I key {id=2} before null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"data\": {\"id\": 1}}; field 'metadata' is missing or null.",
        "{\"metadata\": \"secret\"}; field 'metadata' is not a map.",
        "{\"metadata\": {}, \"data\": {}}; field 'metadata.operation' is missing or null.",
        "{\"metadata\": {\"operation\": \"secret\"}};"
            + " field 'metadata.operation' is none of load, insert, update, delete.",
        "{\"metadata\": {\"operation\": 4711}}; field 'metadata.operation' is not a string.",
        "{\"metadata\": {\"operation\": \"insert\"}}; field 'data' is missing or null.",
        "{\"metadata\": {\"operation\": \"insert\"}, \"data\": [1]};"
            + " field 'data' is not a map.",
        "{\"metadata\": {\"record-type\": \"secret\"}};"
            + " field 'metadata.record-type' is neither data nor control.",
        "{\"metadata\": {\"operation\": \"insert\", \"timestamp\": \"secret\"}, \"data\":"
            + " {\"id\": 1}}; field 'metadata.timestamp' is not a time such as"
            + " 2026-03-02T10:15:30.123456Z.",
        "{\"metadata\": {\"operation\": \"insert\", \"transaction-record-id\": \"secret\"},"
            + " \"data\": {\"id\": 1}};"
            + " field 'metadata.transaction-record-id' is not an integer.",
        "{\"metadata\": {\"operation\": \"insert\"}, \"data\": {\"other\": 4711}};"
            + " its key column 'id' is missing or null.",
        "{\"metadata\": {\"operation\": \"delete\"}, \"data\": {\"id\": {\"a\": 4711}}};"
            + " its key column 'id' is not a plain value.",
        "{\"metadata\": {\"operation\": \"insert\"}, \"data\": {\"id\": 1, \"BI_a\": \"secret\"}};"
            + " a new row has columns that begin with 'BI_', so they are the table's own. Set"
            + " before.image.prefix to another text, or to none.",
        "{\"metadata\": {\"operation\": \"insert\"}, \"data\": {\"id\": 1, \"_cdc\": \"secret\"}};"
            + " Cannot add field '_cdc' to the row: the row has a field of this name already."
            + " Rename it, or choose another name in metadata.columns.",
        "\"secret\"; its value is neither a struct with a schema nor a map without one. Check"
            + " value.converter."
      })
  void whatIsMalformedIsRefusedWithPlaceAndFieldAndNoValue(String message, String reason) {
    assertThatThrownBy(() -> unwrapped(Map.of("key.columns", "id"), message(message)))
        .isInstanceOf(DataException.class)
        .hasMessage("Cannot read the DMS message of dms.depot-0@7: " + reason);
  }

  @Test
  void aStructWithoutItsSchemaIsRefused() {
    SchemaAndValue value = Structs.of(sample("04-data-load").value());

    assertThatThrownBy(
            () ->
                unwrapped(
                    Map.of(),
                    with(sample("04-data-load"), new SchemaAndValue(null, value.value()))))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("neither a struct with a schema nor a map without one");
  }

  @Test
  void aDefaultDoesNotStandForANullOfTheRow() {
    Schema data =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("BI_id", Schema.OPTIONAL_INT64_SCHEMA)
            .field("note", SchemaBuilder.string().optional().defaultValue("none").build())
            .build();
    Schema metadata = SchemaBuilder.struct().field("operation", Schema.STRING_SCHEMA).build();
    Schema schema = SchemaBuilder.struct().field("metadata", metadata).field("data", data).build();
    Struct value =
        new Struct(schema)
            .put("metadata", new Struct(metadata).put("operation", "update"))
            .put("data", new Struct(data).put("id", 5L).put("BI_id", 4L));

    Struct row =
        (Struct)
            unwrapped(Map.of(), with(sample("04-data-load"), new SchemaAndValue(schema, value)))
                .value();

    assertThat(row.schema().fields()).extracting("name").containsExactly("id", "note", "_cdc");
    assertThat(row.getWithoutDefault("note")).isNull();
    assertThat(row.getStruct("_cdc").getStruct("before").get("id")).isEqualTo(4L);
  }

  @Test
  void whateverIsWrongWithARecordItIsAChangeOrNothingOrRefused() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    System.out.println("UnwrapDmsTest: seed " + seed);
    Mutation mutation = new Mutation(new Random(seed));
    List<SinkRecord> samples =
        Samples.files("dms/kafka", ".json").stream()
            .flatMap(file -> records(file).stream())
            .toList();
    Set<Outcome> seen = new HashSet<>();
    try (UnwrapDms<SinkRecord> transform = new UnwrapDms<>()) {
      transform.configure(KEYED);
      for (int round = 0; round < 100; round++) {
        for (SinkRecord sample : samples) {
          Object damaged = mutation.of(mutation.of(sample.value()));
          for (SchemaAndValue value :
              List.of(new SchemaAndValue(null, damaged), Structs.of(damaged))) {
            seen.add(
                Outcome.of(with(sample, value), "Cannot read the DMS message", transform::apply));
          }
        }
      }
    }
    assertThat(seen).contains(Outcome.CHANGE, Outcome.NOTHING, Outcome.ERROR);
  }

  private static List<Path> dataSamples() {
    return Samples.files("dms/kafka", ".json").stream()
        .filter(file -> file.toString().contains("-data-"))
        .toList();
  }

  private static SinkRecord sample(String name) {
    return records(Samples.file("dms/kafka", name + ".json")).get(0);
  }

  private static List<SinkRecord> records(Path file) {
    return Samples.descriptions(file).stream()
        .map(
            description ->
                Samples.record(
                    description,
                    new SchemaAndValue(Schema.STRING_SCHEMA, description.get("key")),
                    new SchemaAndValue(null, description.get("value"))))
        .toList();
  }

  private static SinkRecord message(String json) {
    return new SinkRecord("dms.depot", 0, Schema.STRING_SCHEMA, "key", null, Samples.json(json), 7);
  }

  private static SinkRecord with(SinkRecord record, SchemaAndValue value) {
    return Samples.with(record, new SchemaAndValue(record.keySchema(), record.key()), value);
  }

  private static SinkRecord unwrapped(Map<String, String> options, SinkRecord record) {
    try (UnwrapDms<SinkRecord> transform = new UnwrapDms<>()) {
      transform.configure(options);
      return transform.apply(record);
    }
  }

  private static Map<?, ?> facts(SinkRecord change) {
    return (Map<?, ?>) ((Map<?, ?>) change.value()).get("_cdc");
  }
}
