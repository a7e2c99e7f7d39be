package io.frazil.connector.patch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * The columns of key files that have patches: those of the table, all optional, two that say what
 * each patch changes, and one that marks a key that is no change itself: the row of the patch
 * behind it had it before, and left it with these ordering values. A key without a patch has nulls
 * in all but its own columns and those.
 *
 * <p>Such a file counts the marking column among those that identify its rows: then nobody can take
 * it for an equality delete of the table's key.
 */
public final class PatchColumns {
  // Below the ids that Iceberg keeps for itself, above those that tables come to.
  private static final int FIRST_ID = Integer.MAX_VALUE - 100_000;

  private static final Types.NestedField CHANGED =
      Types.NestedField.optional(FIRST_ID, "_frazil_changed", Types.BinaryType.get());
  private static final Types.NestedField UNKNOWN =
      Types.NestedField.optional(FIRST_ID + 1, "_frazil_unknown", Types.BinaryType.get());

  private static final Types.NestedField FORMER =
      Types.NestedField.optional(FIRST_ID + 2, "_frazil_former", Types.StringType.get());
  private static final List<Types.NestedField> ADDED = List.of(CHANGED, UNKNOWN, FORMER);

  private PatchColumns() {}

  /** Whether a key file of which rows are identified by these columns has patches. */
  public static boolean areMarked(List<Integer> equalityFieldIds) {
    return equalityFieldIds.contains(CHANGED.fieldId());
  }

  /** What identifies the rows of a key file with patches. */
  public static int[] marked(int[] keyFieldIds) {
    return IntStream.concat(IntStream.of(keyFieldIds), IntStream.of(CHANGED.fieldId())).toArray();
  }

  /** What identifies the rows of a table, out of what identifies those of a key file. */
  public static List<Integer> unmarked(List<Integer> equalityFieldIds) {
    return equalityFieldIds.stream().filter(id -> id != CHANGED.fieldId()).toList();
  }

  /** These columns and, behind them, those that tell patches and former keys from other keys. */
  public static Schema withMarks(Schema columns) {
    return with(columns.columns(), List.of(CHANGED, FORMER));
  }

  /** Whether a row of {@link #withMarks} is a patch. */
  public static boolean isPatch(Record row) {
    return row.get(row.size() - 2) != null;
  }

  /** Whether a row of {@link #withMarks} only names the key that another row had before. */
  public static boolean isFormer(Record row) {
    return row.get(row.size() - 1) != null;
  }

  /** The columns of a table as patches have them, and those that say what they change. */
  public static Schema of(Schema table) {
    return with(
        table.columns().stream()
            .map(column -> Types.NestedField.from(column).asOptional().build())
            .toList(),
        ADDED);
  }

  /** The rows of a key file, of {@link #of}, that a patch becomes; they stand together. */
  public static List<Record> rows(Schema columns, Patch patch) {
    GenericRecord row = GenericRecord.create(columns);
    int values = columns.columns().size() - ADDED.size();
    for (int column = 0; column < values; column++) {
      row.set(column, patch.row().get(column));
    }
    row.set(values, ByteBuffer.wrap(patch.changed().toByteArray()));
    row.set(values + 1, ByteBuffer.wrap(patch.unknown().toByteArray()));
    List<Record> rows = new ArrayList<>();
    patch.former().ifPresent(former -> addRows(rows, columns, former));
    rows.add(row);
    return rows;
  }

  private static void addRows(List<Record> rows, Schema columns, Patch.Former former) {
    for (Record key : former.keys()) {
      Record row = keyRow(columns, key);
      row.setField(FORMER.name(), former.ownRow().name());
      rows.add(row);
    }
  }

  /** The row of a key file, of {@link #of}, that has only a key, or some columns with it. */
  public static Record keyRow(Schema columns, Record key) {
    GenericRecord row = GenericRecord.create(columns);
    for (Types.NestedField column : key.struct().fields()) {
      row.setField(column.name(), key.getField(column.name()));
    }
    return row;
  }

  /** The patch of a row that has one, for a row that had no other key before. */
  static Optional<Patch> patch(Types.StructType table, Record row) {
    int values = table.fields().size();
    if (row.get(values) == null) {
      return Optional.empty();
    }
    GenericRecord known = GenericRecord.create(table);
    for (int column = 0; column < values; column++) {
      known.set(column, row.get(column));
    }
    return Optional.of(new Patch(known, bits(row.get(values)), bits(row.get(values + 1))));
  }

  /** What becomes of a row of the patch's own key, where a row only names the former key. */
  static Optional<Patch.OwnRow> ownRow(Record row) {
    return Optional.ofNullable(row.get(row.size() - 1))
        .map(ownRow -> Patch.OwnRow.valueOf(ownRow.toString()));
  }

  private static BitSet bits(Object bytes) {
    return BitSet.valueOf(((ByteBuffer) bytes).duplicate());
  }

  private static Schema with(List<Types.NestedField> columns, List<Types.NestedField> added) {
    List<Types.NestedField> all = new ArrayList<>(columns);
    all.addAll(added);
    return new Schema(all);
  }
}
