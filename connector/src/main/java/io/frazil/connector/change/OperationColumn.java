package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.change.OperationMap.Meaning;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;

/**
 * The field that tells what a record does, and how to read it. Where it lies in a struct, as in the
 * envelope that the transforms make, a field {@value #BEFORE} beside it is the row before the
 * change, a field {@value #FORMER_KEY} the key that the row had before, a field {@value #POSITION}
 * where the change stood in the source's log, and a field {@value #TIME} when it happened there.
 */
public final class OperationColumn {
  private static final String BEFORE = "before";
  private static final String FORMER_KEY = "former_key";
  private static final String POSITION = "position";
  private static final String TIME = "ts";

  private final FieldPath path;
  private final Optional<FieldPath> before;
  private final Optional<FieldPath> formerKey;
  private final Optional<FieldPath> position;
  private final Optional<FieldPath> time;
  private final OperationMap map;
  private final MissingOperation missing;

  /**
   * @param path the field's name, or a path of names joined by dots, such as {@code _cdc.op}
   * @param map what its values mean
   * @param missing what a missing, null or blank value means
   * @throws IllegalArgumentException if the path has an empty name
   */
  public OperationColumn(String path, OperationMap map, MissingOperation missing) {
    this.path = new FieldPath(path);
    this.before = this.path.sibling(BEFORE);
    this.formerKey = this.path.sibling(FORMER_KEY);
    this.position = this.path.sibling(POSITION);
    this.time = this.path.sibling(TIME);
    this.map = requireNonNull(map, "map");
    this.missing = requireNonNull(missing, "missing");
  }

  /** The field of the row that the path begins with; it is no column of the table. */
  public String topLevelField() {
    return path.topLevelField();
  }

  /**
   * The row before the change, or those of its columns that the source told, if it told any.
   *
   * @param row a struct or a map
   */
  Optional<ConnectValue> before(Object row) {
    return image(before, row);
  }

  /**
   * The key that the row had before, if it is told.
   *
   * @param row a struct or a map
   */
  Optional<ConnectValue> formerKey(Object row) {
    return image(formerKey, row);
  }

  /**
   * What is told of the change beside its rows.
   *
   * @param row a struct or a map
   */
  SourceFacts facts(Object row, Optional<Instant> recordTime) {
    return new SourceFacts(
        position.flatMap(field -> field.valueIn(row)).map(Object::toString),
        time.flatMap(field -> field.typedValueIn(row)),
        recordTime);
  }

  private static Optional<ConnectValue> image(Optional<FieldPath> path, Object row) {
    return path.flatMap(field -> field.valueIn(row))
        .filter(image -> image instanceof Struct || image instanceof Map)
        .map(
            image ->
                new ConnectValue(
                    image instanceof Struct struct
                        ? Optional.of(struct.schema())
                        : Optional.empty(),
                    image));
  }

  /**
   * What the record with this row does.
   *
   * @param row a struct or a map
   * @throws InvalidRecordException if the row's operation has no meaning
   */
  Meaning meaning(Object row, SourceOffset source) {
    Optional<Object> found = path.valueIn(row);
    if (found.isEmpty()) {
      return meaningOfNothing(source);
    }
    if (!(found.get() instanceof String operation)) {
      throw invalid(
          source,
          "operation field '%s' holds a %s, not text."
              .formatted(path, found.get().getClass().getSimpleName()));
    }
    Optional<Meaning> meaning = map.meaning(operation);
    if (meaning.isPresent()) {
      return meaning.get();
    }
    if (operation.isBlank()) {
      return meaningOfNothing(source);
    }
    throw invalid(
        source,
        "operation field '%s' holds an unknown operation. Add it to iceberg.tables.cdc-op-map or correct the record."
            .formatted(path));
  }

  private Meaning meaningOfNothing(SourceOffset source) {
    return switch (missing) {
      case UPSERT -> Meaning.INSERT;
      case FAIL ->
          throw invalid(source, "operation field '%s' is missing, null or blank.".formatted(path));
    };
  }

  private InvalidRecordException invalid(SourceOffset source, String reason) {
    return new InvalidRecordException(source, reason).in(path.toString());
  }
}
