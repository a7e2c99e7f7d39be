package io.frazil.connector.table;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.expressions.Expressions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds tables, and creates them where they are missing. Several tasks may create the same table at
 * once: one wins, the others get the winner's.
 */
public final class TableCreator {
  private static final Logger LOG = LoggerFactory.getLogger(TableCreator.class);

  private final Catalog catalog;

  public TableCreator(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  /** The table, if it is there. What a catalog tells of a table is none. */
  public Optional<Table> load(TableIdentifier identifier) {
    // Catalogs take a missing a.history for the history of a table a, and REST servers may refuse
    // to be asked for that.
    if (MetadataTableType.from(identifier.name()) != null && !catalog.tableExists(identifier)) {
      return Optional.empty();
    }
    try {
      return Optional.of(catalog.loadTable(identifier))
          .filter(table -> !(table instanceof BaseMetadataTable));
    } catch (NoSuchTableException e) {
      return Optional.empty();
    }
  }

  /**
   * The table, created if it is missing. A table that is there stays as it is, whatever it is like.
   *
   * @throws IllegalArgumentException if its partitions or its format version cannot be
   */
  public Table loadOrCreate(NewTable table) {
    return load(table.identifier()).orElseGet(() -> create(table));
  }

  private Table create(NewTable table) {
    requireFormatWithDeletes(table);
    PartitionSpec spec = table.partitionBy().toSpec(table.schema());
    createNamespace(table.identifier().namespace());
    try {
      Transaction creation = beginCreation(table, spec);
      creation.commitTransaction();
      LOG.info("Created table {} partitioned by {}", table.identifier(), spec.fields());
      return catalog.loadTable(table.identifier());
    } catch (AlreadyExistsException | CommitFailedException e) {
      // REST catalogs report a table that is there as a conflict.
      LOG.debug("Table {} was created by another at the same time", table.identifier(), e);
      return load(table.identifier()).orElseThrow(() -> e);
    }
  }

  // A table that will get equality deletes is born unpartitioned and gains its partitions at once.
  // So it has an unpartitioned spec for its key files, and that is spec 0, as careless writers
  // assume.
  private Transaction beginCreation(NewTable table, PartitionSpec spec) {
    boolean bornUnpartitioned = table.use() == TableUse.EQUALITY_DELETES && spec.isPartitioned();
    Transaction creation =
        catalog
            .buildTable(table.identifier(), table.schema())
            .withPartitionSpec(bornUnpartitioned ? PartitionSpec.unpartitioned() : spec)
            .withProperties(withFormatVersion(table))
            .createTransaction();
    if (bornUnpartitioned) {
      addFields(creation.updateSpec(), spec, table.schema()).commit();
    }
    return creation;
  }

  private static UpdatePartitionSpec addFields(
      UpdatePartitionSpec update, PartitionSpec spec, Schema schema) {
    for (PartitionField field : spec.fields()) {
      update.addField(
          field.name(),
          Expressions.transform(schema.findColumnName(field.sourceId()), field.transform()));
    }
    return update;
  }

  private void createNamespace(Namespace namespace) {
    if (catalog instanceof SupportsNamespaces namespaces) {
      String[] levels = namespace.levels();
      for (int depth = 1; depth <= levels.length; depth++) {
        createNamespace(namespaces, Namespace.of(Arrays.copyOf(levels, depth)));
      }
    }
  }

  private static void createNamespace(SupportsNamespaces namespaces, Namespace namespace) {
    try {
      if (!namespaces.namespaceExists(namespace)) {
        namespaces.createNamespace(namespace);
      }
    } catch (ForbiddenException e) {
      // It may be there without being ours to look at. If not, creating the table will say so.
      LOG.info(
          "May not look for or create namespace {}, taking it as existing: {}",
          namespace,
          e.getMessage());
    } catch (RuntimeException e) {
      // Catalogs differ in how they tell that another task created it: JDBC by a broken constraint.
      if (!namespaces.namespaceExists(namespace)) {
        throw e;
      }
      LOG.debug("Namespace {} was created by another at the same time", namespace, e);
    }
  }

  private static void requireFormatWithDeletes(NewTable table) {
    String version = table.use().formatVersion(table.properties());
    if (table.use().needsDeleteFiles() && version.equals("1")) {
      throw new IllegalArgumentException(
          "Cannot create table "
              + table.identifier()
              + " for upserts: format version 1 has no delete files. Set format-version to 2, or"
              + " delete-mode to copy-on-write.");
    }
  }

  private static Map<String, String> withFormatVersion(NewTable table) {
    Map<String, String> all = new HashMap<>(table.properties());
    all.put(TableProperties.FORMAT_VERSION, table.use().formatVersion(table.properties()));
    return all;
  }
}
