package io.frazil.connector.table;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.schema.SchemaChange;
import io.frazil.connector.schema.SchemaChange.AddColumn;
import io.frazil.connector.schema.SchemaChange.MakeOptional;
import io.frazil.connector.schema.SchemaChange.WidenType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaUpdaterTest {
  private static final TableIdentifier NAME = TableIdentifier.of("db", "t");
  private static final Schema SCHEMA =
      new Schema(
          required(1, "id", Types.IntegerType.get()),
          required(2, "name", Types.StringType.get()),
          optional(3, "s", Types.StructType.of(optional(4, "a", Types.StringType.get()))));
  private static final int TASKS = 8;

  @TempDir private Path folder;

  @Test
  void allChangesAreMadeAtOnce() {
    InMemoryCatalog catalog = inMemory();
    List<SchemaChange> changes =
        List.of(
            new MakeOptional("name"),
            new WidenType("id", Types.LongType.get()),
            new AddColumn(Optional.empty(), "dotted.name", Types.StringType.get()),
            new AddColumn(Optional.of("s"), "b", Types.LongType.get()));

    Schema changed =
        new SchemaUpdater(catalog)
            .update(NAME, present -> present.columns().size() == 3 ? changes : List.of());

    assertThat(changed.sameSchema(catalog.loadTable(NAME).schema())).isTrue();
    assertThat(changed.findField("id").type()).isEqualTo(Types.LongType.get());
    assertThat(changed.findField("name").isOptional()).isTrue();
    assertThat(changed.findField("dotted.name").isOptional()).isTrue();
    assertThat(changed.findField("s.b").isOptional()).isTrue();
    assertThat(catalog.loadTable(NAME).schemas()).hasSize(2);
  }

  @Test
  void aTableThatLacksNothingStaysAsItIs() {
    InMemoryCatalog catalog = inMemory();

    new SchemaUpdater(catalog).update(NAME, present -> List.of());

    assertThat(catalog.loadTable(NAME).schemas()).hasSize(1);
  }

  @Test
  void whoeverIsAlwaysLateGivesUp() {
    InMemoryCatalog catalog = inMemory();

    assertThatThrownBy(
            () ->
                new SchemaUpdater(catalog)
                    .update(
                        NAME,
                        present -> {
                          int columns = present.columns().size();
                          catalog
                              .loadTable(NAME)
                              .updateSchema()
                              .addColumn("other" + columns, Types.StringType.get())
                              .commit();
                          return List.of(
                              new AddColumn(Optional.empty(), "mine", Types.StringType.get()));
                        }))
        .isInstanceOf(CommitFailedException.class);
    assertThat(catalog.loadTable(NAME).schema().findField("mine")).isNull();
  }

  @Test
  void eightTasksThatAddTheSameColumnsAddEachOnce() throws Exception {
    List<JdbcCatalog> catalogs = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(TASKS);
    try {
      CyclicBarrier together = new CyclicBarrier(TASKS);
      List<Callable<Schema>> tasks = new ArrayList<>();
      for (int task = 0; task < TASKS; task++) {
        JdbcCatalog catalog = jdbc();
        catalogs.add(catalog);
        String own = "own" + task;
        tasks.add(
            () -> {
              together.await();
              return new SchemaUpdater(catalog).update(NAME, present -> lacking(present, own));
            });
      }
      catalogs.get(0).createNamespace(NAME.namespace());
      catalogs.get(0).createTable(NAME, SCHEMA);

      for (Future<Schema> updated : pool.invokeAll(tasks)) {
        assertThat(updated.get().findField("s.shared")).isNotNull();
      }

      assertThat(catalogs.get(0).loadTable(NAME).schema().columns())
          .extracting(Types.NestedField::name)
          .containsExactlyInAnyOrder(
              "id", "name", "s", "shared", "own0", "own1", "own2", "own3", "own4", "own5", "own6",
              "own7");
    } finally {
      pool.shutdownNow();
      catalogs.forEach(JdbcCatalog::close);
    }
  }

  /** A column at the top and one in a struct that all want, and one for each alone. */
  private static List<SchemaChange> lacking(Schema present, String own) {
    return Stream.of(
            new AddColumn(Optional.empty(), "shared", Types.StringType.get()),
            new AddColumn(Optional.of("s"), "shared", Types.StringType.get()),
            new AddColumn(Optional.empty(), own, Types.StringType.get()))
        .filter(
            add ->
                present.findField(add.parent().map(parent -> parent + ".").orElse("") + add.name())
                    == null)
        .<SchemaChange>map(add -> add)
        .toList();
  }

  private static InMemoryCatalog inMemory() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    catalog.createTable(NAME, SCHEMA);
    return catalog;
  }

  private JdbcCatalog jdbc() {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.initialize(
        "jdbc",
        Map.of(
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db") + "?busy_timeout=60000",
            "warehouse",
            folder.toUri().toString(),
            "io-impl",
            "org.apache.iceberg.hadoop.HadoopFileIO"));
    return catalog;
  }
}
