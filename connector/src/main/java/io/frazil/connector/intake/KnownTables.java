package io.frazil.connector.intake;

import static java.util.stream.Collectors.toCollection;

import io.frazil.connector.commit.TableRef;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.TableOptions;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The tables of a configuration, each on its branch and with what is set for it: those that it
 * lists, and others as records name them. For a task's thread.
 */
public final class KnownTables {
  private final Map<String, TableRef> refs = new HashMap<>();
  private final Map<TableRef, TableOptions> tables = new HashMap<>();
  private final Function<String, TableOptions> options;
  private final Set<TableRef> listed;
  private final Optional<TableRef> errors;

  /** The tables of this configuration. */
  public KnownTables(FrazilConfig config) {
    this.options = config::tableOptions;
    this.listed =
        config.knownTables().stream()
            .map(known -> table(known.table()))
            .collect(toCollection(LinkedHashSet::new));
    this.errors = config.errors().table().map(this::add);
    if (!listed.isEmpty()) {
      errors.ifPresent(listed::add);
    }
  }

  /**
   * The tables that records go to, where they are known beforehand, with that of bad records; else
   * none.
   */
  public Set<TableRef> listed() {
    return listed;
  }

  /** The table of bad records, if there is one. */
  Optional<TableRef> errors() {
    return errors;
  }

  /** The table of a name, and the changelog beside it, if it has one. */
  List<TableRef> of(String name) {
    TableRef table = table(name);
    return options(table)
        .changelog()
        .map(changelog -> List.of(table, table(changelog)))
        .orElse(List.of(table));
  }

  /** The table that options are about, on the branch that they say. */
  public static TableRef ref(TableOptions options) {
    return new TableRef(options.table(), options.branch());
  }

  /** What is set for a table that was told here. */
  TableOptions options(TableRef table) {
    return tables.get(table);
  }

  private TableRef table(String name) {
    TableRef known = refs.get(name);
    return known != null ? known : add(options.apply(name));
  }

  private TableRef add(TableOptions own) {
    TableRef table = ref(own);
    refs.put(own.table(), table);
    tables.put(table, own);
    return table;
  }
}
