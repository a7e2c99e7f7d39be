package io.frazil.connector;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.intake.TableRequirements;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.MergeRules;
import io.frazil.connector.table.RuledMerging;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** The rules of tables as they are configured. Thread-safe. */
final class TableRules implements RuledMerging.Rules {
  private final FrazilConfig config;

  TableRules(FrazilConfig config) {
    this.config = config;
  }

  @Override
  public DeleteMode deleteMode(TableRef ref) {
    return switch (config.tableOptions(ref.table()).deletes().mode()) {
      case AUTO -> DeleteMode.AUTO;
      case POSITION -> DeleteMode.POSITION;
      case DELETION_VECTOR -> DeleteMode.DELETION_VECTOR;
      case COPY_ON_WRITE -> DeleteMode.COPY_ON_WRITE;
      case EQUALITY -> DeleteMode.EQUALITY;
    };
  }

  @Override
  public MergeRules of(TableRef ref, Table table) {
    TableRequirements requirements =
        new TableRequirements(config.tableOptions(ref.table()), config.tables().columnNames());
    requirements.requireMetBy(table);
    List<String> ordering =
        requirements
            .orderingColumns(table.schema())
            .map(columns -> names(columns.schema()))
            .orElse(List.of());
    return new MergeRules(deleteMode(ref), ordering);
  }

  private static List<String> names(Schema schema) {
    return schema.columns().stream().map(Types.NestedField::name).toList();
  }
}
