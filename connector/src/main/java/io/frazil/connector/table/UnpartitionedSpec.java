package io.frazil.connector.table;

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
  private static final int MAX_ATTEMPTS = 10;

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
    Optional<PartitionSpec> found = in(table);
    for (int attempt = 1; found.isEmpty(); attempt++) {
      gain(table, attempt);
      table.refresh();
      found = in(table);
    }
    return found.orElseThrow();
  }

  private static void gain(Table table, int attempt) {
    UpdatePartitionSpec update = table.updateSpec();
    for (PartitionField field : table.spec().fields()) {
      update.removeField(field.name());
    }
    try {
      update.addNonDefaultSpec().commit();
    } catch (CommitFailedException e) {
      if (attempt == MAX_ATTEMPTS) {
        throw new CommitFailedException(
            e,
            "Cannot give table %s a spec without partitions: others changed it at each of %s"
                + " attempts. Try again when it is quiet.",
            table.name(),
            attempt);
      }
    }
  }
}
