package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TableCreatorTest {
  private static final TableIdentifier ORDERS = TableIdentifier.of("shop", "orders");
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Types.NestedField.optional(1, "zone", Types.StringType.get()),
              Types.NestedField.required(2, "id", Types.LongType.get()),
              Types.NestedField.optional(3, "at", Types.TimestampType.withZone())),
          Set.of(2));
  private static final int TASKS = 8;

  private final InMemoryCatalog catalog = started(new InMemoryCatalog());
  private final TableCreator creator = new TableCreator(catalog);

  @Test
  void columnsKeepTheirOrderAndKeysBecomeIdentifierFields() {
    Table table = creator.loadOrCreate(orders("", Map.of(), TableUse.EQUALITY_DELETES));

    assertThat(table.schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("zone", "id", "at");
    assertThat(table.schema().identifierFieldNames()).containsExactly("id");
    assertThat(table.schema().findField("id").isRequired()).isTrue();
  }

  @Test
  void identifierFieldsCanBeLeftOut() {
    Table table =
        creator.loadOrCreate(
            orders("", Map.of(), TableUse.EQUALITY_DELETES).withoutIdentifierFields());

    assertThat(table.schema().identifierFieldNames()).isEmpty();
    assertThat(table.schema().findField("id").isRequired()).isTrue();
  }

  @Test
  void aTableForEqualityDeletesIsBornUnpartitionedAndGainsItsPartitionsAtOnce() {
    Table table =
        creator.loadOrCreate(orders("zone, day(at)", Map.of(), TableUse.EQUALITY_DELETES));

    assertThat(table.specs()).hasSize(2);
    assertThat(table.specs().get(0).fields()).isEmpty();
    assertThat(table.spec().specId()).isEqualTo(1);
    assertThat(table.spec()).hasToString("[\n  1000: zone: identity(1)\n  1001: at_day: day(3)\n]");
    assertThat(UnpartitionedSpec.in(table)).contains(table.specs().get(0));
  }

  @ParameterizedTest
  @EnumSource(names = "EQUALITY_DELETES", mode = EnumSource.Mode.EXCLUDE)
  void aTableForAnythingElseHasItsPartitionsFromTheStart(TableUse use) {
    Table table = creator.loadOrCreate(orders("bucket(4, id)", Map.of(), use));

    assertThat(table.specs()).hasSize(1);
    assertThat(table.spec()).hasToString("[\n  1000: id_bucket: bucket[4](2)\n]");
    assertThat(UnpartitionedSpec.in(table)).isEmpty();
  }

  @Test
  void theFormatVersionIsTwoUnlessThePropertiesSayOtherwise() {
    Table second = creator.loadOrCreate(orders("", Map.of(), TableUse.EQUALITY_DELETES));
    catalog.dropTable(ORDERS);
    Table third =
        creator.loadOrCreate(
            orders(
                "",
                Map.of("format-version", "3", "write.format.default", "orc"),
                TableUse.EQUALITY_DELETES));

    assertThat(TableUtil.formatVersion(second)).isEqualTo(2);
    assertThat(TableUtil.formatVersion(third)).isEqualTo(3);
    assertThat(third.properties()).containsEntry("write.format.default", "orc");
  }

  @Test
  void aTableForDeletionVectorsGetsAFormatVersionThatHasThem() {
    Table table = creator.loadOrCreate(orders("zone", Map.of(), TableUse.DELETION_VECTORS));

    assertThat(TableUtil.formatVersion(table)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"POSITION_DELETES", "DELETION_VECTORS", "EQUALITY_DELETES"})
  void aTableOfFormatOneForDeleteFilesIsRefused(TableUse use) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> creator.loadOrCreate(orders("", Map.of("format-version", "1"), use)))
        .withMessage(
            "Cannot create table shop.orders for upserts: format version 1 has no delete files. Set"
                + " format-version to 2, or delete-mode to copy-on-write.");
  }

  @Test
  void aTableOfFormatOneIsGoodForCopyOnWrite() {
    Table table =
        creator.loadOrCreate(orders("", Map.of("format-version", "1"), TableUse.COPY_ON_WRITE));

    assertThat(TableUtil.formatVersion(table)).isEqualTo(1);
  }

  @Test
  void missingNamespacesOfAllLevelsAreCreated() {
    TableIdentifier deep = TableIdentifier.of("a", "b", "t");
    creator.loadOrCreate(
        new NewTable(deep, SCHEMA, PartitionBy.nothing(), Map.of(), TableUse.APPEND));

    assertThat(catalog.namespaceExists(Namespace.of("a"))).isTrue();
    assertThat(creator.load(deep)).isPresent();
  }

  @Test
  void aNamespaceThatMayNotBeLookedAtIsTakenAsExisting() {
    InMemoryCatalog closed = started(new WithHiddenNamespaces());

    assertThat(new TableCreator(closed).loadOrCreate(orders("", Map.of(), TableUse.APPEND)).name())
        .endsWith("shop.orders");
  }

  @Test
  void aMissingNamespaceThatMayNotBeCreatedFailsTheCreation() {
    InMemoryCatalog closed = started(new WithoutNamespaceRights());
    NewTable orders = orders("", Map.of(), TableUse.APPEND);

    assertThatThrownBy(() -> new TableCreator(closed).loadOrCreate(orders))
        .isInstanceOf(NoSuchNamespaceException.class)
        .hasMessageContaining("shop");
  }

  @Test
  void aTableThatIsThereStaysAsItIs() {
    Table first =
        creator.loadOrCreate(orders("", Map.of("owner", "first"), TableUse.EQUALITY_DELETES));
    Table second =
        creator.loadOrCreate(orders("zone", Map.of("owner", "2nd"), TableUse.EQUALITY_DELETES));

    assertThat(second.uuid()).isEqualTo(first.uuid());
    assertThat(second.spec().isUnpartitioned()).isTrue();
    assertThat(second.properties()).containsEntry("owner", "first");
  }

  @Test
  void aTableThatIsMissingIsNotLoaded() {
    assertThat(creator.load(ORDERS)).isEmpty();
  }

  @Test
  void aMissingTableOfTheNameOfAMetadataTableIsMissing() {
    InMemoryCatalog server = started(new WithoutEmptyNamespaces());
    TableIdentifier history = TableIdentifier.of("shop", "history");
    TableCreator tables = new TableCreator(server);

    assertThat(tables.load(history)).isEmpty();
    assertThat(
            tables
                .loadOrCreate(
                    new NewTable(history, SCHEMA, PartitionBy.nothing(), Map.of(), TableUse.APPEND))
                .name())
        .endsWith("shop.history");
  }

  @Test
  void aMetadataTableIsNotTakenForATable() {
    catalog.createNamespace(Namespace.of("shop"));
    catalog.createTable(ORDERS, SCHEMA);

    assertThat(creator.load(TableIdentifier.of("shop", "orders", "history"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("catalogsOfTasks")
  void tasksThatCreateTheSameTableAtOnceAllGetTheOne(TaskCatalogs catalogs) throws Exception {
    List<UUID> tables =
        atOnce(
            catalogs,
            catalog ->
                new TableCreator(catalog)
                    .loadOrCreate(orders("zone", Map.of(), TableUse.EQUALITY_DELETES))
                    .uuid());

    Table table = catalogs.first().loadTable(ORDERS);
    assertThat(tables).hasSize(TASKS).containsOnly(table.uuid());
    assertThat(table.specs()).hasSize(2);
  }

  @Test
  void aPartitionedTableGainsAnUnpartitionedSpecAndKeepsItsDefault() {
    Table table = creator.loadOrCreate(orders("zone, day(at)", Map.of(), TableUse.APPEND));
    PartitionSpec before = table.spec();

    PartitionSpec gained = UnpartitionedSpec.ensure(table);

    assertThat(gained.fields()).isEmpty();
    assertThat(table.specs()).containsEntry(gained.specId(), gained).hasSize(2);
    assertThat(table.spec()).isEqualTo(before);
    assertThat(catalog.loadTable(ORDERS).spec()).isEqualTo(before);
    assertThat(UnpartitionedSpec.ensure(table)).isEqualTo(gained);
  }

  @ParameterizedTest
  @MethodSource("catalogsOfTasks")
  void tasksThatGiveATableItsUnpartitionedSpecAtOnceAllGetTheOne(TaskCatalogs catalogs)
      throws Exception {
    new TableCreator(catalogs.first()).loadOrCreate(orders("zone", Map.of(), TableUse.APPEND));

    List<Integer> specs =
        atOnce(catalogs, catalog -> UnpartitionedSpec.ensure(catalog.loadTable(ORDERS)).specId());

    Table table = catalogs.first().loadTable(ORDERS);
    assertThat(specs).hasSize(TASKS).containsOnly(1);
    assertThat(table.specs()).hasSize(2);
    assertThat(table.spec().specId()).isZero();
  }

  @Test
  void aSpecWhosePartitionsWereAllRemovedInFormatOneIsUnpartitioned() {
    Table table =
        creator.loadOrCreate(orders("zone", Map.of("format-version", "1"), TableUse.APPEND));
    table.updateSpec().removeField("zone").commit();
    table.updateProperties().set("format-version", "2").commit();

    assertThat(table.spec()).hasToString("[\n  1000: zone: void(1)\n]");
    assertThat(UnpartitionedSpec.ensure(table)).isEqualTo(table.spec());
  }

  private static NewTable orders(String partitionBy, Map<String, String> properties, TableUse use) {
    return new NewTable(ORDERS, SCHEMA, PartitionBy.parse(partitionBy), properties, use);
  }

  private static InMemoryCatalog started(InMemoryCatalog catalog) {
    catalog.initialize("memory", Map.of());
    return catalog;
  }

  static Stream<TaskCatalogs> catalogsOfTasks(@TempDir Path directory) {
    Catalog inMemory = started(new InMemoryCatalog());
    return Stream.of(
        new TaskCatalogs(Collections.nCopies(TASKS, inMemory)),
        new TaskCatalogs(Stream.generate(() -> jdbc(directory)).limit(TASKS).toList()));
  }

  private static Catalog jdbc(Path directory) {
    return CatalogUtil.buildIcebergCatalog(
        "jdbc",
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + directory.resolve("catalog.db") + "?busy_timeout=30000",
            "warehouse",
            directory.resolve("warehouse").toString()),
        new Configuration());
  }

  private static <T> List<T> atOnce(TaskCatalogs catalogs, Function<Catalog, T> action)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(TASKS);
    ExecutorService threads = Executors.newFixedThreadPool(TASKS);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Catalog catalog : catalogs.ofEachTask()) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return action.apply(catalog);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> result : running) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /** The catalog of each task, as each task has its own. JUnit closes them. */
  private record TaskCatalogs(List<Catalog> ofEachTask) implements AutoCloseable {
    Catalog first() {
      return ofEachTask.get(0);
    }

    @Override
    public void close() throws IOException {
      for (Catalog catalog : ofEachTask) {
        if (catalog instanceof Closeable closeable) {
          closeable.close();
        }
      }
    }

    @Override
    public String toString() {
      return ofEachTask.get(0).name();
    }
  }

  /**
   * A REST catalog behind a server that refuses addresses with an empty part. Iceberg's client
   * takes a missing a.history for the history of a table a in no namespace.
   */
  private static final class WithoutEmptyNamespaces extends InMemoryCatalog {
    @Override
    public Table loadTable(TableIdentifier identifier) {
      if (identifier.name().equals("history") && !tableExists(identifier)) {
        throw new BadRequestException("Malformed request: Ambiguous URI empty segment");
      }
      return super.loadTable(identifier);
    }

    @Override
    public boolean tableExists(TableIdentifier identifier) {
      return namespaceExists(identifier.namespace())
          && listTables(identifier.namespace()).contains(identifier);
    }
  }

  /** A catalog whose user may not create namespaces. */
  private static final class WithoutNamespaceRights extends InMemoryCatalog {
    @Override
    public void createNamespace(Namespace namespace, Map<String, String> metadata) {
      throw new ForbiddenException("Not yours: %s", namespace);
    }
  }

  /** A catalog whose user may not even look for namespaces. The creator of the table asks first. */
  private static final class WithHiddenNamespaces extends InMemoryCatalog {
    private boolean asked;

    @Override
    public boolean namespaceExists(Namespace namespace) {
      if (!asked) {
        asked = true;
        throw new ForbiddenException("Not yours: %s", namespace);
      }
      return namespace.equals(Namespace.of("shop"));
    }
  }
}
