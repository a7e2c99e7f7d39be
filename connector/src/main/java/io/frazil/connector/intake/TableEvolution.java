package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.convert.UnknownFieldListener;
import io.frazil.connector.schema.SchemaChange;
import io.frazil.connector.schema.SchemaDiff;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Changes a table where its schema lacks something for a record. Built for the table as it was
 * opened; once it has changed, the table is to be opened anew. For a task's thread.
 *
 * <p>A record with a schema is compared once for that schema; then, as one without, only when a
 * value found no column or did not fit.
 */
final class TableEvolution implements UnknownFieldListener {
  /** Sources with a fresh schema for each record must not fill the heap. */
  private static final int MAX_SCHEMAS = 64;

  private final TableIdentifier table;
  private final Schema opened;
  private final SchemaDiff diff;
  private final WrittenRows writtenRows;
  private final ReachableTables tables;
  // By identity: comparing schemas takes longer than converting their rows.
  private final Set<org.apache.kafka.connect.data.Schema> compared =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean isValueLeftOut;

  /** Which rows of a change are written to the table. */
  enum WrittenRows {
    /** The row that is there after an insert or update. */
    PRESENT,
    /** That, and the row that a delete leaves. */
    DELETED_TOO,
    /** Every row that a change tells. */
    ALL
  }

  /**
   * @param opened the table's schema as it was opened
   */
  TableEvolution(
      TableIdentifier table,
      Schema opened,
      SchemaDiff diff,
      WrittenRows writtenRows,
      ReachableTables tables) {
    this.table = table;
    this.opened = opened;
    this.diff = diff;
    this.writtenRows = writtenRows;
    this.tables = tables;
  }

  /** Warns of nothing: the field gets a column, as soon as a value tells its type. */
  @Override
  public void unknownField(String path) {}

  @Override
  public void valueLeftOut() {
    isValueLeftOut = true;
  }

  /**
   * Makes sure that the table has what a change's Connect schema needs.
   *
   * @return whether the table is not what it was when it was opened
   * @throws InvalidRecordException if the table cannot have it
   */
  boolean changesForSchemaOf(ChangeEvent change) {
    isValueLeftOut = false;
    if (!writesRow(change)) {
      return false;
    }
    return changesForSchemaOf(change, change.row())
        || (writtenRows == WrittenRows.ALL && changesForSchemaOf(change, change.before()));
  }

  private boolean changesForSchemaOf(ChangeEvent change, Optional<ConnectValue> image) {
    if (image.isEmpty()
        || !(image.get().value() instanceof Struct row)
        || compared.contains(row.schema())) {
      return false;
    }
    if (changes(change, present -> diff.forSchema(present, row.schema()))) {
      return true;
    }
    if (compared.size() == MAX_SCHEMAS) {
      compared.clear();
    }
    compared.add(row.schema());
    return false;
  }

  /** The same for a change that was converted: a value may have found no column. */
  boolean changesForValuesLeftOutOf(ChangeEvent change) {
    return isValueLeftOut && writesRow(change) && changesForValuesOf(change);
  }

  /** The same for a change that did not fit, by its values. */
  boolean changesForValuesOf(ChangeEvent change) {
    List<Object> values =
        Stream.of(change.row(), change.before(), change.key())
            .flatMap(Optional::stream)
            .map(ConnectValue::value)
            .toList();
    return !values.isEmpty() && changes(change, present -> lacking(present, change, values));
  }

  /** Of the row that is written everything counts; of what else the change has, only the key. */
  private List<SchemaChange> lacking(Schema present, ChangeEvent change, List<Object> values) {
    Set<SchemaChange> lacking = new LinkedHashSet<>();
    if (writesRow(change)) {
      lacking.addAll(diff.forRow(present, values.get(0)));
    }
    if (writtenRows == WrittenRows.ALL) {
      change.before().ifPresent(before -> lacking.addAll(diff.forRow(present, before.value())));
    }
    values.forEach(value -> lacking.addAll(diff.forKeyOf(present, value)));
    return List.copyOf(lacking);
  }

  private boolean changes(ChangeEvent change, Function<Schema, List<SchemaChange>> lacking) {
    try {
      return !lacking.apply(opened).isEmpty()
          && tables.update(table, lacking).schemaId() != opened.schemaId();
    } catch (DataException | IllegalArgumentException | ValidationException e) {
      throw new InvalidRecordException(
          change.source(), "the table cannot be changed for it: " + e.getMessage(), e);
    }
  }

  private boolean writesRow(ChangeEvent change) {
    return change.operation() == Operation.UPSERT || writtenRows != WrittenRows.PRESENT;
  }
}
