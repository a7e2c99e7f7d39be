package io.frazil.transforms.record;

import io.frazil.transforms.option.OptionGroup;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.errors.DataException;

/**
 * Reads text that is JSON: a record's whole value, or fields of it.
 *
 * <table>
 * <caption>What becomes of the text</caption>
 * <tr><th>text</th><th>becomes</th></tr>
 * <tr><td>the whole value</td><td>a map without a schema, as JsonConverter gives; it must be an object</td></tr>
 * <tr><td>a field of a map without a schema</td><td>whatever the JSON says: maps, lists, values</td></tr>
 * <tr><td>a field of a struct</td><td>a {@code map<string,string>}: text as it is, anything else as JSON; it must be an object</td></tr>
 * </table>
 *
 * <p>It never becomes a struct. A struct's fields would have to be guessed from each record, and
 * the next record would have others: a table's columns would come and change with the data. A field
 * that is missing or null stays so, and text of Debezium that stands for a value that was not sent
 * passes as Debezium has it in maps.
 *
 * @param <R> the kind of record, of a source or of a sink
 */
public final class JsonToMap<R extends ConnectRecord<R>> implements PluginTransform<R> {
  static final String FIELDS = "fields";
  private static final Schema MAP =
      SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA).optional().build();

  private List<String> fields = List.of();
  private final DerivedSchemas schemas = new DerivedSchemas();

  /** Called by Connect. */
  public JsonToMap() {}

  /** The options of this transform. */
  public static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    OptionGroup.of(definition, "JSON")
        .add(
            FIELDS,
            List.of(),
            OptionGroup.any("names of fields"),
            Importance.HIGH,
            "The fields that hold JSON; none for the record's whole value. Those that a record"
                + " has not got are passed over.",
            "Fields");
    return definition;
  }

  @Override
  public ConfigDef config() {
    return definition();
  }

  @Override
  public void configure(Map<String, ?> given) {
    fields =
        ((List<?>) definition().parse(given).get(FIELDS)).stream().map(String::valueOf).toList();
  }

  @Override
  public R apply(R record) {
    return ChangedValue.of(record, "Cannot read the JSON", this::read);
  }

  private SchemaAndValue read(R record) {
    if (fields.isEmpty()) {
      if (record.value() instanceof String text) {
        return new SchemaAndValue(null, JsonText.object(text, "its value"));
      }
      throw new DataException(
          "its value is not a string. Use a StringConverter, or name the fields that hold JSON");
    }
    Fields row = Fields.valueOf(record);
    Map<String, Object> values = row.values();
    for (String field : fields) {
      row.text(field)
          .ifPresent(
              text ->
                  values.put(
                      field, row.schema().isPresent() ? texts(text, field) : any(text, field)));
    }
    return Fields.whole(
        row.schema().map(schema -> schemas.from(schema, () -> schema(schema))), values);
  }

  private static Object any(String text, String field) {
    return JsonText.isPlaceholder(text) ? text : JsonText.any(text, place(field));
  }

  private static Map<String, String> texts(String text, String field) {
    return JsonText.isPlaceholder(text) ? Map.of(text, text) : JsonText.texts(text, place(field));
  }

  private Schema schema(Schema row) {
    SchemaBuilder schema = DerivedSchemas.withoutFields(row);
    for (Field field : row.fields()) {
      schema.field(field.name(), fields.contains(field.name()) ? MAP : field.schema());
    }
    return schema.build();
  }

  private static String place(String field) {
    return "field '" + field + "'";
  }
}
