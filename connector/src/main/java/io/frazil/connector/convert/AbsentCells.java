package io.frazil.connector.convert;

import io.frazil.connector.patch.Patch;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Finds what a row does not tell, and makes a patch of the rest. Not thread-safe. */
final class AbsentCells {
  private final Types.StructType type;
  private final StructConverter structs;
  private final Absences absences;
  // By positions of columns.
  private final BitSet always;
  private final BitSet updated;

  /**
   * @param structs converts rows
   * @param constants the names of columns that have their values from elsewhere
   */
  AbsentCells(
      Types.StructType type, StructConverter structs, Absences absences, Set<String> constants) {
    this.type = type;
    this.structs = structs;
    this.absences = absences;
    this.always = positions(name -> absences.always().contains(name) || constants.contains(name));
    this.updated = positions(name -> absences.updated().contains(name));
    if (absences.updated().isEmpty()) {
      updated.set(0, type.fields().size());
    }
    updated.or(always);
  }

  /** Whether a row may lack anything. */
  boolean concern(Object row) {
    return absences.concernAllRows() || !unavailable(row).isEmpty();
  }

  /**
   * The fields of a row whose values were not sent.
   *
   * @throws ConversionException if there may be none
   */
  Set<String> unavailable(Object row) {
    if (absences.unavailable().isEmpty()) {
      return Set.of();
    }
    UnavailableValue placeholder = absences.unavailable().get();
    Set<String> found = Set.of();
    if (row instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        // By index: a null that a default stands for here is no placeholder either way.
        if (canHold(field.schema()) && placeholder.isIn(struct.get(field))) {
          found = with(found, field.name());
        }
      }
    } else if (row instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (entry.getKey() instanceof String name && placeholder.isIn(entry.getValue())) {
          found = with(found, name);
        }
      }
    }
    return found;
  }

  /** The row as far as it is told. */
  Patch patch(Object row) {
    Set<String> unavailable = unavailable(row);
    Record known = structs.without(unavailable, row);
    BitSet unknown = new BitSet();
    if (absences.missingColumns() == Absences.MissingColumns.KEEP) {
      unknown.set(0, type.fields().size());
      unknown.andNot(told(row));
    }
    if (absences.handling() == Absences.Handling.KEEP) {
      unavailable.forEach(field -> structs.position(field).ifPresent(unknown::set));
    }
    unknown.andNot(always);
    structs.requireValues(known, unknown, "it is missing or null, and the column is required");
    return patch(known, unknown);
  }

  /** A row that is deleted and stays: of what is null, nobody says that it was. */
  Patch deleted(Record row) {
    BitSet unknown = new BitSet();
    if (absences.keepDeletedRows()) {
      for (int column = 0; column < row.size(); column++) {
        unknown.set(column, row.get(column) == null);
      }
      unknown.andNot(always);
    }
    return patch(row, unknown);
  }

  private Patch patch(Record known, BitSet unknown) {
    BitSet changed = (BitSet) updated.clone();
    changed.andNot(unknown);
    return new Patch(known, ids(changed), ids(unknown));
  }

  private Set<String> with(Set<String> found, String field) {
    OptionalInt position = structs.position(field);
    if (position.isEmpty() || always.get(position.getAsInt())) {
      return found;
    }
    if (absences.handling() == Absences.Handling.FAIL) {
      throw ConversionException.of(
              "the source did not send its value, since it did not change; send whole rows, or set"
                  + " unavailable-value-handling to keep")
          .within(type.fields().get(position.getAsInt()).name());
    }
    Set<String> more = new HashSet<>(found);
    more.add(field);
    return more;
  }

  private static boolean canHold(Schema schema) {
    return switch (schema.type()) {
      case STRING, BYTES, ARRAY, MAP, STRUCT -> true;
      case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN -> false;
    };
  }

  private BitSet told(Object row) {
    BitSet told = new BitSet();
    if (row instanceof Struct struct) {
      for (Field field : struct.schema().fields()) {
        structs.position(field.name()).ifPresent(told::set);
      }
    } else if (row instanceof Map<?, ?> map) {
      map.keySet().forEach(name -> structs.position(String.valueOf(name)).ifPresent(told::set));
    }
    return told;
  }

  private BitSet positions(Predicate<String> isWanted) {
    BitSet positions = new BitSet();
    List<Types.NestedField> fields = type.fields();
    for (int column = 0; column < fields.size(); column++) {
      positions.set(column, isWanted.test(fields.get(column).name()));
    }
    return positions;
  }

  private BitSet ids(BitSet positions) {
    BitSet ids = new BitSet();
    positions.stream().forEach(column -> ids.set(type.fields().get(column).fieldId()));
    return ids;
  }
}
