package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** The way to a field of a row: its name, or names joined by dots, such as {@code _cdc.op}. */
public final class FieldPath {
  private final String path;
  private final List<String> names;

  /**
   * The way that is written so.
   *
   * @throws IllegalArgumentException if it has an empty name
   */
  public FieldPath(String path) {
    this.path = requireNonNull(path, "path");
    this.names = List.of(path.split("\\.", -1));
    if (names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "Cannot use '%s' as a field: it is not a path of names joined by dots.".formatted(path));
    }
  }

  /** The field of the row that the way begins with. */
  public String topLevelField() {
    return names.get(0);
  }

  /** The way to another field beside this one; empty if this is a field of the row itself. */
  Optional<FieldPath> sibling(String name) {
    int dot = path.lastIndexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.of(new FieldPath(path.substring(0, dot + 1) + name));
  }

  /**
   * The field's value; empty if it is null or not there, or if the way leads through what has no
   * fields. Defaults of a schema do not stand for nulls.
   *
   * @param row a struct or a map; anything else has no fields
   */
  public Optional<Object> valueIn(Object row) {
    Object current = row;
    for (String name : names) {
      Optional<Object> next = field(current, name);
      if (next.isEmpty()) {
        return next;
      }
      current = next.get();
    }
    return Optional.ofNullable(current);
  }

  /** The same with the value's schema, if it has one. */
  Optional<ConnectValue> typedValueIn(Object row) {
    Optional<Object> value = valueIn(row);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Object parent = row;
    for (String name : names.subList(0, names.size() - 1)) {
      parent = field(parent, name).orElseThrow();
    }
    Optional<Schema> schema =
        parent instanceof Struct struct
            ? Optional.of(struct.schema().field(names.get(names.size() - 1)).schema())
            : Optional.empty();
    return Optional.of(new ConnectValue(schema, value.get()));
  }

  private static Optional<Object> field(Object parent, String name) {
    if (parent instanceof Struct struct) {
      return struct.schema().field(name) == null
          ? Optional.empty()
          : Optional.ofNullable(struct.getWithoutDefault(name));
    }
    return parent instanceof Map<?, ?> map ? Optional.ofNullable(map.get(name)) : Optional.empty();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return path;
  }
}
