package io.frazil.connector.convert;

import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** How the name of a field finds its column. */
public enum NameMatching {
  /** The names are the same. */
  EXACT {
    @Override
    public String normalized(String name) {
      return name;
    }

    @Override
    Optional<Types.NestedField> inexact(Schema table, String column) {
      return Optional.empty();
    }
  },
  /** The names differ at most in case. */
  IGNORING_CASE {
    @Override
    public String normalized(String name) {
      return name.toLowerCase(Locale.ROOT);
    }

    @Override
    Optional<Types.NestedField> inexact(Schema table, String column) {
      return Optional.ofNullable(table.caseInsensitiveFindField(column));
    }
  };

  /** What is equal for two names that match. */
  public abstract String normalized(String name);

  /** The column of a struct that a field goes to: the one of the same name before one that fits. */
  public Optional<Types.NestedField> column(Types.StructType struct, String field) {
    return Optional.ofNullable(struct.field(field))
        .or(
            () ->
                struct.fields().stream()
                    .filter(column -> normalized(column.name()).equals(normalized(field)))
                    .findFirst());
  }

  /** The column of a table, by its name with those of its parents, joined by dots. */
  public Optional<Types.NestedField> column(Schema table, String column) {
    return Optional.ofNullable(table.findField(column)).or(() -> inexact(table, column));
  }

  abstract Optional<Types.NestedField> inexact(Schema table, String column);
}
