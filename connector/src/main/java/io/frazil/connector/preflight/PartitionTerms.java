package io.frazil.connector.preflight;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.TableSetting;
import io.frazil.connector.config.TablesOptions.Evolution;
import io.frazil.connector.preflight.Probe.Finding;
import io.frazil.connector.table.PartitionBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** The partitions that are configured: whether they can be read, and a table can have them. */
final class PartitionTerms {
  private PartitionTerms() {}

  /** Terms that cannot be read; at each key, those of the first table. */
  static List<Finding> faults(FrazilConfig config) {
    List<Finding> faults = new ArrayList<>();
    for (String name : config.tables().names()) {
      fault(config, name)
          .filter(fault -> faults.stream().noneMatch(known -> known.key().equals(fault.key())))
          .ifPresent(faults::add);
    }
    return faults;
  }

  /** Why a table of this schema cannot have the partitions that are configured for it. */
  static Optional<Finding> fault(FrazilConfig config, String table, Schema schema) {
    // A column that a new partition needs may come with the first record.
    if (config.tables().evolution() == Evolution.ON) {
      return Optional.empty();
    }
    try {
      terms(config.tableOptions(table)).toSpec(schema);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(finding(config, table, e));
    }
  }

  private static Optional<Finding> fault(FrazilConfig config, String table) {
    try {
      terms(config.tableOptions(table));
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(finding(config, table, e));
    }
  }

  private static PartitionBy terms(TableOptions options) {
    return PartitionBy.parse(String.join(",", options.partitionBy()));
  }

  private static Finding finding(FrazilConfig config, String table, IllegalArgumentException e) {
    return new Finding(
        config.keyInForce(TableSetting.PARTITION_BY, table),
        "Table '" + table + "': " + e.getMessage());
  }
}
