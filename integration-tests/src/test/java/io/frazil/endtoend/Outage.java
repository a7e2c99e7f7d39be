package io.frazil.endtoend;

import io.frazil.fault.Faults;
import io.frazil.glue.Fault;
import io.frazil.glue.GlueError;
import io.frazil.storage.StorageDoor;
import io.frazil.storage.StorageDoor.State;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/** A time in which the catalog or the storage does not do what it is asked for. */
enum Outage {
  CATALOG_THROTTLED,
  CATALOG_FAILING,
  /** Somebody else updates the table just before each commit. */
  COMMITS_OVERTAKEN,
  /** Commits land, and whoever made them does not hear of it. */
  COMMITS_NOT_ANSWERED,
  COMMITS_DENIED,
  TABLES_MISSING,
  /** One table is not found, and the others go on. */
  TABLE_MISSING,
  STORAGE_THROTTLED,
  STORAGE_BREAKING_OFF;

  private static final String READ = "GetTable";
  private static final String COMMIT = "UpdateTable";

  void begin(Faults<Fault> catalog, StorageDoor storage) {
    switch (this) {
      case CATALOG_THROTTLED -> begin(catalog, refused(GlueError.throttled()), READ, COMMIT);
      case CATALOG_FAILING -> begin(catalog, refused(GlueError.internal()), READ, COMMIT);
      case COMMITS_OVERTAKEN -> begin(catalog, new Fault.Overtaken(), COMMIT);
      case COMMITS_NOT_ANSWERED -> begin(catalog, new Fault.AnswerLost(), COMMIT);
      case COMMITS_DENIED -> catalog.begin(COMMIT, Fault.denied(COMMIT));
      case TABLES_MISSING -> begin(catalog, refused(GlueError.notFound("Entity Not Found")), READ);
      case TABLE_MISSING ->
          catalog.beginFor(
              TableIdentifier.parse(ChaosTables.HIDDEN).name(),
              refused(GlueError.notFound("Entity Not Found")));
      case STORAGE_THROTTLED -> storage.turn(State.THROTTLING);
      case STORAGE_BREAKING_OFF -> storage.turn(State.BREAKING);
    }
  }

  boolean isOfStorage() {
    return this == STORAGE_THROTTLED || this == STORAGE_BREAKING_OFF;
  }

  /** Whether files are written, and no commit lands. */
  boolean isOfAllCommits() {
    return this == CATALOG_THROTTLED
        || this == CATALOG_FAILING
        || this == COMMITS_DENIED
        || this == TABLES_MISSING;
  }

  /** The tables that go on meanwhile, as if nothing were. */
  List<String> spared() {
    return this == TABLE_MISSING
        ? ChaosTables.NAMES.stream().filter(name -> !name.equals(ChaosTables.HIDDEN)).toList()
        : List.of();
  }

  private static void begin(Faults<Fault> catalog, Fault fault, String... actions) {
    List.of(actions).forEach(action -> catalog.begin(action, fault));
  }

  private static Fault refused(GlueError error) {
    return new Fault.Refused(error);
  }

  static void endAll(Faults<Fault> catalog, StorageDoor storage) {
    catalog.end(READ);
    catalog.end(COMMIT);
    catalog.endForAll();
    storage.turn(State.OPEN);
  }
}
