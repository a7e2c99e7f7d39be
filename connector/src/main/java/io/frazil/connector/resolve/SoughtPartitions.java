package io.frazil.connector.resolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.UnknownTransform;

/**
 * The partitions that sought keys are in, as far as key columns decide them: the values of those
 * fields of one spec whose source is a key column. Not thread-safe.
 */
final class SoughtPartitions {
  private final List<KeyField> fields;
  private final Set<List<Object>> tuples = new HashSet<>();

  SoughtPartitions(PartitionSpec spec, Schema keySchema) {
    this.fields = new ArrayList<>();
    for (int position = 0; position < spec.fields().size(); position++) {
      PartitionField field = spec.fields().get(position);
      Transform<?, ?> transform = field.transform();
      if (keySchema.findField(field.sourceId()) != null
          && !transform.isVoid()
          && !(transform instanceof UnknownTransform)) {
        fields.add(KeyField.of(position, field, keySchema));
      }
    }
  }

  /** Whether key columns decide anything about partitions of this spec. */
  boolean isDecided() {
    return !fields.isEmpty();
  }

  /** Takes one more sought key, whose values are as Iceberg keeps them. */
  void add(StructLike key) {
    List<Object> tuple = new ArrayList<>(fields.size());
    for (KeyField field : fields) {
      tuple.add(KeyValue.comparable(field.transform().apply(field.source().get(key))));
    }
    tuples.add(tuple);
  }

  /** Whether a row of a sought key may be in a partition of this spec. */
  boolean mayBeIn(StructLike partition) {
    List<Object> tuple = new ArrayList<>(fields.size());
    for (KeyField field : fields) {
      tuple.add(KeyValue.comparable(partition.get(field.position(), Object.class)));
    }
    return tuples.contains(tuple);
  }

  /**
   * A partition field whose source is a key column.
   *
   * @param position in the spec
   */
  private record KeyField(
      int position, Accessor<StructLike> source, Function<Object, Object> transform) {

    // The accessor of a column yields what the transform of its type takes.
    @SuppressWarnings("unchecked")
    static KeyField of(int position, PartitionField field, Schema keySchema) {
      Accessor<StructLike> source = keySchema.accessorForField(field.sourceId());
      Transform<Object, Object> transform = (Transform<Object, Object>) field.transform();
      return new KeyField(position, source, transform.bind(source.type()));
    }
  }
}
