package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeReader;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.commit.TableRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.kafka.connect.sink.SinkRecord;

/** The tables of a task with what turns records into their rows. For a task's thread. */
public final class Intake {
  private final KnownTables known;
  private final TableOpener opener;
  private final Routing routing;
  private final Map<TableRef, ChangeReader> readers = new HashMap<>();
  private final Map<TableRef, TableWriter> writers = new LinkedHashMap<>();
  private final Set<TableRef> missing = new HashSet<>();
  // Most records go where the one before them went.
  private List<String> lastNames = List.of();
  private List<TableRef> lastRoute = List.of();
  private final Set<TableRef> lookedAt = new HashSet<>();

  /** Opens these tables with this, for records that are routed so. */
  public Intake(KnownTables known, TableOpener opener, Routing routing) {
    this.known = known;
    this.opener = opener;
    this.routing = routing;
  }

  /**
   * The tables that records go to, where they are known beforehand, with that of bad records; else
   * none.
   */
  public Set<TableRef> listed() {
    return known.listed();
  }

  /** The table of bad records, if there is one. */
  public Optional<TableRef> errors() {
    return known.errors();
  }

  /** The tables that a record goes to. */
  public List<TableRef> route(SinkRecord sinkRecord) {
    List<String> names = routing.namesOf(sinkRecord);
    if (names != lastNames) {
      lastRoute = names.stream().flatMap(name -> known.of(name).stream()).toList();
      lastNames = names;
    }
    return lastRoute;
  }

  /** A table that was missing may be there by now. */
  public void forgetMissing() {
    missing.clear();
  }

  public boolean exists(TableRef table) {
    return opener.exists(table);
  }

  /** What a record means for a table, if anything. */
  public Optional<ChangeEvent> read(TableRef table, SinkRecord sinkRecord) {
    try {
      return reader(table).read(sinkRecord);
    } catch (InvalidRecordException e) {
      throw e.at(table.toString());
    }
  }

  /**
   * Makes sure that a table exists.
   *
   * @return whether it does now; it does not if the change has nothing to remove from it
   */
  public boolean ensureExists(TableRef table, ChangeEvent change) {
    if (!missing.contains(table) && opener.exists(table)) {
      return true;
    }
    if (!opener.mayCreate(table)) {
      if (!known.listed().contains(table)) {
        missing.add(table);
        routing.passOver(change.source(), table);
        return false;
      }
      throw new NoSuchTableException(
          "Table does not exist: %s. Create it, or set iceberg.tables.auto-create-enabled=true.",
          table);
    }
    if (change.operation() != Operation.UPSERT) {
      return false;
    }
    try {
      opener.create(table, change, reader(table));
      return true;
    } catch (InvalidRecordException e) {
      throw e.at(table.toString());
    }
  }

  private ChangeReader reader(TableRef table) {
    return readers.computeIfAbsent(table, opener::reader);
  }

  /** A batch of records comes: what is known of tables may be old. */
  public void beginBatch() {
    lookedAt.clear();
  }

  /**
   * The change as the table takes it, to be written; nothing if the table has changed since it was
   * opened, so that its open files are to be finished before the change is converted again.
   */
  public Optional<Pending> convert(TableRef table, ChangeEvent change) {
    try {
      TableWriter writer = writers.get(table);
      if (writer == null) {
        writer = opener.open(table, change, reader(table));
        writers.put(table, writer);
      }
      TableWriter open = writer;
      return open.convert(change).map(converted -> new Pending(table, open, converted));
    } catch (InvalidRecordException e) {
      if (isOutdated(table)) {
        return Optional.empty();
      }
      throw e.at(table.toString());
    }
  }

  // Somebody may have changed the table so that the record fits. Once for a batch, since a flood of
  // bad records must not become one of requests.
  private boolean isOutdated(TableRef table) {
    return writers.containsKey(table) && lookedAt.add(table) && opener.isOutdated(table);
  }

  /**
   * Finishes a table's open files. The table is opened anew when its next change comes: by then it
   * may have other columns or settings. After a failure its open files are to be discarded.
   *
   * @return nothing if that takes too long; this is to be called again before anything is written
   */
  public Optional<Cut> cut(TableRef table) {
    Optional<Cut> cut = writers.get(table).cut();
    if (cut.isPresent()) {
      writers.remove(table);
    }
    return cut;
  }

  /** The tables whose open files are being finished. */
  public List<TableRef> unfinished() {
    return writers.keySet().stream().filter(table -> writers.get(table).isUnfinished()).toList();
  }

  /** Deletes a table's open files; it is opened anew when its next change comes. */
  public void discard(TableRef table) {
    TableWriter writer = writers.remove(table);
    if (writer != null) {
      writer.discard();
    }
  }

  public void discardAll() {
    Set.copyOf(writers.keySet()).forEach(this::discard);
  }

  /** A change that can be written. */
  public static final class Pending {
    private final TableRef table;
    private final TableWriter writer;
    private final TableChange change;

    private Pending(TableRef table, TableWriter writer, TableChange change) {
      this.table = table;
      this.writer = writer;
      this.change = change;
    }

    public TableRef table() {
      return table;
    }

    /** Whether it removes all rows that came before. */
    public boolean isTruncate() {
      return change.operation() == Operation.TRUNCATE;
    }

    /** Writes it to the table's open files. */
    public void write() {
      writer.write(change);
    }

    /** How many changes the table's open files hold. */
    public long openRows() {
      return writer.openRows();
    }

    /** How big the table's open files are, about. */
    public long openBytes() {
      return writer.openBytes();
    }
  }
}
