package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.UUID;

/**
 * What one task wrote for one table between two cuts. It moves the table's committed offsets from
 * {@code base} to {@code upto}, for the partitions of {@code upto}, and may be committed only onto
 * exactly that base.
 *
 * @param <F> a file; opaque here
 * @param id unique among all deltas of all tasks, for ever
 * @param table where it goes
 * @param tableUuid the table's UUID when the files were written: a table that was replaced has
 *     another
 * @param base the committed positions that it builds on; a partition of {@code upto} that lacks
 *     here must lack there
 * @param upto the positions after it; its partitions are exactly those that the delta has rows of
 * @param files the data and delete files, complete
 * @param olderRows what it does to rows of strictly older snapshots
 * @param rows the number of changes in it
 * @param bytes the size of its files
 */
public record Delta<F>(
    UUID id,
    TableRef table,
    UUID tableUuid,
    Offsets base,
    Offsets upto,
    List<F> files,
    OlderRows olderRows,
    long rows,
    long bytes) {
  public Delta {
    requireNonNull(id, "id");
    requireNonNull(table, "table");
    requireNonNull(tableUuid, "tableUuid");
    requireNonNull(base, "base");
    requireNonNull(upto, "upto");
    files = List.copyOf(files);
    requireNonNull(olderRows, "olderRows");
    if (upto.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot make a delta that moves no source partition: " + id);
    }
    if (!upto.partitions().containsAll(base.partitions())) {
      throw new IllegalArgumentException(
          "Cannot make delta " + id + ": its base has partitions that it does not move: " + base);
    }
  }

  /** Whether the committed offsets are exactly the base that this was written onto. */
  public boolean chainsOnto(Offsets committed) {
    return upto.partitions().stream().allMatch(p -> committed.get(p).equals(base.get(p)));
  }

  /** Whether everything in this is below the committed offsets. */
  public boolean isIn(Offsets committed) {
    return upto.positions().entrySet().stream()
        .allMatch(e -> committed.get(e.getKey()).filter(c -> c.covers(e.getValue())).isPresent());
  }

  /** The same delta with other files: a part of it, or its parts joined. */
  public Delta<F> withFiles(List<F> others) {
    return new Delta<>(id, table, tableUuid, base, upto, others, olderRows, rows, bytes);
  }
}
