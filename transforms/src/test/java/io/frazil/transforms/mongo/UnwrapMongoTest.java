package io.frazil.transforms.mongo;

import static io.frazil.transforms.sample.Samples.told;
import static io.frazil.transforms.sample.Samples.with;
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
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
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

/** The random faults of a failure come again with {@code -Dfrazil.seed} and the seed it printed. */
class UnwrapMongoTest {
  private static final String ID = "65e1a0b2c3d4e5f607182930";
  private static final String DOCUMENT =
      "{\"_id\": {\"$oid\": \"65e1a0b2c3d4e5f607182930\"},\"label\": \"blue box\",\"weight\":"
          + " {\"$numberLong\": \"25\"},\"tags\": [\"a\",\"b\",\"c\"],\"at\": {\"$date\":"
          + " 1772446530000}}";
  private static final String CHANGED =
      "{\"_id\": {\"$oid\": \"65e1a0b2c3d4e5f607182930\"},\"label\": \"red box\",\"tags\":"
          + " [\"a\"],\"at\": {\"$date\": 1772446530000}}";

  @Test
  void aWorkerThatLooksForServicesFindsTheTransform() {
    assertThat(ServiceLoader.load(Transformation.class))
        .hasAtLeastOneElementOfType(UnwrapMongo.class);
  }

  @Test
  void eachSampleWithADocumentBecomesItsChange() {
    List<String> changes = new ArrayList<>();
    for (Path file : Samples.files("mongodb", ".json")) {
      if (!file.toString().contains("without-document")) {
        records(file).forEach(record -> changes.add(told(unwrapped(Map.of(), record))));
      }
    }

    assertThat(changes)
        .containsExactly(
            "I {_id=" + ID + "} {_id=" + ID + ", document=" + DOCUMENT + "} before null",
            "I {_id=" + ID + "} {_id=" + ID + ", document=" + DOCUMENT + "} before null",
            "U {_id=" + ID + "} {_id=" + ID + ", document=" + CHANGED + "} before null",
            "D {_id=" + ID + "} {_id=" + ID + ", document=null} before null",
            "tombstone {_id=" + ID + "}");
  }

  @Test
  void aRecordWithoutSchemasBecomesTheSameInMaps() {
    for (Path file : Samples.files("mongodb", ".json")) {
      if (file.toString().contains("without-document")) {
        continue;
      }
      for (SinkRecord typed : records(file)) {
        SinkRecord plain = unwrapped(Map.of(), plain(typed));

        assertThat(plain.valueSchema()).isNull();
        assertThat(told(plain).replace(", document=null", ""))
            .isEqualTo(told(unwrapped(Map.of(), typed)).replace(", document=null", ""));
      }
    }
  }

  @Test
  void rowAndKeyHaveTheirSchemas() {
    SinkRecord change = unwrapped(Map.of(), sample("01-create"));

    assertThat(change.keySchema())
        .isEqualTo(SchemaBuilder.struct().field("_id", Schema.STRING_SCHEMA).build());
    assertThat(change.valueSchema().field("_id").schema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat(change.valueSchema().field("document").schema())
        .isEqualTo(Schema.OPTIONAL_STRING_SCHEMA);
    ((Struct) change.value()).validate();
  }

  @Test
  void theFactsComeFromTheSource() {
    Struct facts =
        ((Struct) unwrapped(Map.of(), sample("03-update-full-document")).value()).getStruct("_cdc");

    assertThat(facts.get("ts")).isEqualTo(Date.from(Instant.ofEpochMilli(1772446530000L)));
    assertThat(facts.getString("position")).isEqualTo("001772446530000.0000000002");
    assertThat(facts.getString("source")).isEqualTo("depot.parcel");
    assertThat(facts.getString("target")).isEqualTo("depot.parcel");
    assertThat(facts.getStruct("key").getString("_id")).isEqualTo(ID);
  }

  @Test
  void theDocumentBeforeIsToldAndKeptByADelete() {
    SinkRecord update = change("u", "{\"a\": 1}", "{\"a\": 2}");
    SinkRecord delete = change("d", "{\"a\": 2}", null);

    assertThat(told(unwrapped(Map.of(), update)))
        .isEqualTo("U {_id=7} {_id=7, document={\"a\": 2}} before {_id=7, document={\"a\": 1}}");
    assertThat(told(unwrapped(Map.of(), delete)))
        .isEqualTo("D {_id=7} {_id=7, document={\"a\": 2}} before {_id=7, document={\"a\": 2}}");
  }

  @Test
  void anUpdateWithoutItsDocumentIsRefused() {
    assertThatThrownBy(() -> unwrapped(Map.of(), sample("04-update-without-document")))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Cannot read the MongoDB change of mg.depot.parcel-0@40: the update has no document in"
                + " field 'after'. Set capture.mode=change_streams_update_full at Debezium's"
                + " connector; if it is set, the document was deleted before it was looked up, and"
                + " missing.document=skip steps over such updates.");
  }

  @Test
  void anUpdateWithoutItsDocumentIsNothingWhereAsked() {
    assertThat(
            told(
                unwrapped(
                    Map.of("missing.document", "skip"), sample("04-update-without-document"))))
        .isEqualTo("nothing");
  }

  @Test
  void theColumnsHaveTheNamesThatAreAskedFor() {
    Map<String, String> options = Map.of("id.field", "id", "document.field", "doc");

    assertThat(told(unwrapped(options, change("c", null, "{}"))))
        .isEqualTo("I {id=7} {doc={}, id=7} before null");
  }

  @Test
  void oneNameForBothColumnsIsRefused() {
    assertThatThrownBy(() -> unwrapped(Map.of("document.field", "_id"), change("c", null, "{}")))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("Choose another name than that of id.field.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"$oid\": \"65e1a0b2c3d4e5f607182930\"}; 65e1a0b2c3d4e5f607182930",
        "{\"$oid\":\"65e1a0b2c3d4e5f607182930\"}; 65e1a0b2c3d4e5f607182930",
        "\"65e1a0b2c3d4e5f607182930\"; \"65e1a0b2c3d4e5f607182930\"",
        "1004; 1004",
        "{\"$numberLong\": \"1004\"}; {\"$numberLong\": \"1004\"}",
        "{\"a\": 1,\"b\": 2}; {\"a\": 1,\"b\": 2}"
      })
  void noTwoIdsBecomeTheSame(String json, String id) {
    assertThat(DocumentRows.id(json)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"ts_ms\": 1772446530000}",
        "{\"status\": \"BEGIN\", \"id\": \"1\", \"event_count\": null, \"ts_ms\": 1}"
      })
  void heartbeatsAndMarksOfTransactionsAreNothing(String value) {
    SinkRecord record =
        new SinkRecord("heartbeat", 0, null, Map.of("x", "mg"), null, Samples.json(value), 1);

    assertThat(told(unwrapped(Map.of(), record))).isEqualTo("nothing");
  }

  @Test
  void aTombstoneWithoutAKeyPassesAsItIs() {
    SinkRecord empty = new SinkRecord("t", 0, null, null, null, null, 1);

    assertThat(unwrapped(Map.of(), empty)).isSameAs(empty);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\'',
      value = {
        "{\"id\": \"1\"}; {\"after\": \"{}\"}; field 'op' is missing or null.",
        "{\"id\": \"1\"}; {\"op\": \"secret\", \"after\": \"{}\"}; field 'op' is none of c, r, u, d.",
        "{\"id\": \"1\"}; {\"op\": \"c\"}; field 'after' is missing or null.",
        "{\"id\": \"1\"}; {\"op\": \"c\", \"after\": {\"a\": 4711}}; field 'after' is not a string.",
        "{\"id\": \"1\"}; {\"op\": \"d\", \"source\": \"secret\"};"
            + " field 'source' is not a map.",
        "{\"id\": \"1\"}; {\"op\": \"d\", \"source\": {\"ts_ms\": \"secret\"}};"
            + " field 'source.ts_ms' is not an integer.",
        "{\"id\": 4711}; {\"op\": \"d\"}; field 'key.id' is not a string.",
        "{\"x\": 4711}; {\"op\": \"d\"}; field 'key.id' is missing or null.",
        "null; {\"op\": \"d\"}; it has no key.",
        "4711; {\"op\": \"d\"}; its key is neither a struct with a schema nor a map without one."
            + " Check key.converter."
      })
  void whatIsMalformedIsRefusedWithPlaceAndFieldAndNoValue(
      String key, String value, String reason) {
    SinkRecord record =
        new SinkRecord("mg", 2, null, Samples.json(key), null, Samples.json(value), 9);

    assertThatThrownBy(() -> unwrapped(Map.of(), record))
        .isInstanceOf(DataException.class)
        .hasMessage("Cannot read the MongoDB change of mg-2@9: " + reason);
  }

  @Test
  void whateverIsWrongWithARecordItIsAChangeOrNothingOrRefused() {
    long seed = Long.getLong("frazil.seed", new Random().nextLong());
    System.out.println("UnwrapMongoTest: seed " + seed);
    Mutation mutation = new Mutation(new Random(seed));
    List<SinkRecord> samples =
        Samples.files("mongodb", ".json").stream()
            .flatMap(file -> records(file).stream())
            .map(UnwrapMongoTest::plain)
            .toList();
    Set<Outcome> seen = new HashSet<>();
    try (UnwrapMongo<SinkRecord> transform = new UnwrapMongo<>()) {
      transform.configure(Map.of());
      for (int round = 0; round < 150; round++) {
        for (SinkRecord sample : samples) {
          Object key = round % 3 == 0 ? mutation.of(sample.key()) : sample.key();
          Object value = mutation.of(sample.value());
          for (SinkRecord record :
              List.of(
                  with(sample, new SchemaAndValue(null, key), new SchemaAndValue(null, value)),
                  with(sample, Structs.of(key), Structs.of(value)),
                  with(sample, Structs.of(key), new SchemaAndValue(null, value)))) {
            seen.add(Outcome.of(record, "Cannot read the MongoDB change", transform::apply));
          }
        }
      }
    }
    assertThat(seen).contains(Outcome.CHANGE, Outcome.TOMBSTONE, Outcome.ERROR);
  }

  private static SinkRecord sample(String name) {
    return records(Samples.file("mongodb", name + ".json")).get(0);
  }

  private static List<SinkRecord> records(Path file) {
    return Samples.descriptions(file).stream()
        .map(
            description ->
                Samples.record(
                    description,
                    Samples.withSchema(description.get("key")),
                    Samples.withSchema(description.get("value"))))
        .toList();
  }

  private static SinkRecord plain(SinkRecord typed) {
    return with(
        typed,
        new SchemaAndValue(null, Structs.maps(typed.key())),
        new SchemaAndValue(null, Structs.maps(typed.value())));
  }

  private static SinkRecord change(String operation, String before, String after) {
    Map<String, Object> value = new TreeMap<>(Map.of("op", operation));
    value.put("before", before);
    value.put("after", after);
    return new SinkRecord("mg", 0, null, Map.of("id", "7"), null, value, 1);
  }

  private static SinkRecord unwrapped(Map<String, String> options, SinkRecord record) {
    try (UnwrapMongo<SinkRecord> transform = new UnwrapMongo<>()) {
      transform.configure(options);
      return transform.apply(record);
    }
  }
}
