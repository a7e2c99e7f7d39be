package io.frazil.dms;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.frazil.dms.TaskSettings.BeforeImages;
import io.frazil.dms.TaskSettings.ColumnFilter;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.dms.TaskSettings.Source;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Rows and before images as DMS's JSON has them under some settings. */
final class Rows {
  private static final String BEFORE_PREFIX = "BI_";

  private final TaskSettings settings;

  Rows(TaskSettings settings) {
    this.settings = settings;
  }

  /** A row of which all is known. */
  ObjectNode present(Parcel row) {
    return json(row.columns());
  }

  /** The row of a change, with before columns where it has them. */
  ObjectNode data(Change change) {
    if (change instanceof Change.Delete delete && settings.source() == Source.POSTGRESQL) {
      Map<String, Optional<Object>> known = new LinkedHashMap<>(delete.row().columns());
      known.replaceAll((column, value) -> column.equals(Parcel.KEY) ? value : Optional.empty());
      return json(known);
    }
    Map<String, Optional<Object>> columns = new LinkedHashMap<>(change.row().columns());
    if (change instanceof Change.Update update && settings.beforeImages() == BeforeImages.COLUMNS) {
      before(update).forEach((column, value) -> columns.put(BEFORE_PREFIX + column, value));
    }
    return json(columns);
  }

  /** The object beside the row, which updates have. */
  Optional<ObjectNode> beforeImage(Change change) {
    return change instanceof Change.Update update && settings.beforeImages() == BeforeImages.OBJECT
        ? Optional.of(json(before(update)))
        : Optional.empty();
  }

  private Map<String, Optional<Object>> before(Change.Update update) {
    boolean isKnown = settings.source() == Source.MYSQL || update.isMove();
    boolean isKeyOnly =
        settings.source() == Source.POSTGRESQL || settings.filter() == ColumnFilter.PK_ONLY;
    Map<String, Optional<Object>> columns = new LinkedHashMap<>(update.before().columns());
    columns.keySet().removeIf(name -> !isKnown || (isKeyOnly && !name.equals(Parcel.KEY)));
    return columns;
  }

  private ObjectNode json(Map<String, Optional<Object>> columns) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    columns.forEach(
        (name, value) -> {
          if (settings.has(Detail.NULL_AND_EMPTY) || value.filter(Rows::isNotEmpty).isPresent()) {
            put(json, name, value);
          }
        });
    return json;
  }

  private static boolean isNotEmpty(Object value) {
    return !value.equals("");
  }

  private static void put(ObjectNode json, String name, Optional<Object> value) {
    if (value.isEmpty()) {
      json.putNull(name);
    } else if (value.get() instanceof Long number) {
      json.put(name, number);
    } else if (value.get() instanceof BigDecimal number) {
      json.put(name, number);
    } else {
      json.put(name, value.get().toString());
    }
  }
}
