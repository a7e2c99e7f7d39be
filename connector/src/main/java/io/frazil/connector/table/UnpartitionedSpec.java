package io.frazil.connector.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * The spec without partitions that a table needs before keys can be removed from it: an equality
 * delete of a partition reaches that partition only, one without partition reaches all. It must be
 * a spec that the table has: any other is taken for the table's spec of the same id.
 */
public final class UnpartitionedSpec {
  private static final int MAX_CONFLICTS = 10;

  private UnpartitionedSpec() {}

  /** The table's spec without partitions, if it has one. */
  public static Optional<PartitionSpec> in(Table table) {
    return table.specs().values().stream().filter(PartitionSpec::isUnpartitioned).findFirst();
  }

  /**
   * The table's spec without partitions; gains one if there is none. The default spec stays.
   * Several tasks may call this at once.
   *
   * @throws CommitFailedException if others keep changing the table
   */
  public static PartitionSpec ensure(Table table) {
    List<CommitFailedException> conflicts = new ArrayList<>();
    Optional<PartitionSpec> found = in(table);
    while (found.isEmpty()) {
      if (conflicts.size() == MAX_CONFLICTS) {
        throw new CommitFailedException(
            conflicts.get(0),
            "Cannot give table %s a spec without partitions: others changed it at each of %s"
                + " attempts. Try again when it is quiet.",
            table.name(),
            MAX_CONFLICTS);
      }
      try {
        return gain(table);
      } catch (CommitFailedException e) {
        conflicts.add(e);
        table.refresh();
        found = in(table);
      }
    }
    return found.orElseThrow();
  }

  private static PartitionSpec gain(Table table) {
    UpdatePartitionSpec update = table.updateSpec();
    for (PartitionField field : table.spec().fields()) {
      update.removeField(field.name());
    }
    update.addNonDefaultSpec().commit();
    table.refresh();
    return in(table)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Cannot give table "
                        + table.name()
                        + " a spec without partitions: its catalog keeps only the default spec."));
  }
}
