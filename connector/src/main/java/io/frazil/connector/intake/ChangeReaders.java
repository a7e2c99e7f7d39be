package io.frazil.connector.intake;

import io.frazil.connector.change.ChangeReader;
import io.frazil.connector.change.FieldPath;
import io.frazil.connector.change.MissingOperation;
import io.frazil.connector.change.NullValue;
import io.frazil.connector.change.OperationColumn;
import io.frazil.connector.change.OperationMap;
import io.frazil.connector.change.SkipListener;
import io.frazil.connector.change.Truncate;
import io.frazil.connector.config.ChangeOptions;
import io.frazil.connector.config.DeleteHandling;
import io.frazil.connector.config.TableOptions;
import io.frazil.connector.config.WriteMode;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the readers of records that a configuration asks for.
 *
 * @param skips hears of records that change nothing
 */
record ChangeReaders(ChangeOptions changes, SkipListener skips) {

  /** Reads records into changes of this table. */
  ChangeReader of(TableOptions table) {
    DeleteHandling deletes = table.deletes().handling();
    NullValue nullValue = nullValue(deletes);
    if (table.writeMode() == WriteMode.APPEND) {
      return ChangeReader.appending(nullValue, skips);
    }
    if (table.writeMode() == WriteMode.CHANGELOG) {
      return ChangeReader.recording(
          new OperationColumn(
              changes.operationField().orElseThrow(), operations(), missingOperation()),
          configuredNullValue(),
          skips);
    }
    return changes
        .operationField()
        .map(
            field ->
                ChangeReader.upserting(
                    new OperationColumn(field, operations(deletes), missingOperation()),
                    nullValue,
                    truncate(deletes),
                    skips))
        .orElseGet(() -> ChangeReader.upserting(nullValue, skips));
  }

  /**
   * Whether a field of the row tells what the record does: a table of all records may have a column
   * for it, and misses no value without one.
   */
  boolean isOperation(String field) {
    return changes.operationField().map(FieldPath::new).map(FieldPath::topLevelField).stream()
        .anyMatch(field::equals);
  }

  private NullValue nullValue(DeleteHandling deletes) {
    NullValue configured = configuredNullValue();
    return configured == NullValue.DELETE && deletes == DeleteHandling.IGNORE
        ? NullValue.IGNORE
        : configured;
  }

  private NullValue configuredNullValue() {
    return switch (changes.nullValue()) {
      case DELETE -> NullValue.DELETE;
      case IGNORE -> NullValue.IGNORE;
      case FAIL -> NullValue.FAIL;
    };
  }

  private Truncate truncate(DeleteHandling deletes) {
    return switch (changes.truncate()) {
      case APPLY -> deletes == DeleteHandling.IGNORE ? Truncate.IGNORE : Truncate.APPLY;
      case IGNORE -> Truncate.IGNORE;
      case FAIL -> Truncate.FAIL;
    };
  }

  private MissingOperation missingOperation() {
    return switch (changes.missingOperation()) {
      case INSERT -> MissingOperation.UPSERT;
      case FAIL -> MissingOperation.FAIL;
    };
  }

  private OperationMap operations(DeleteHandling deletes) {
    return deletes == DeleteHandling.IGNORE ? operations().ignoringDeletes() : operations();
  }

  private OperationMap operations() {
    Map<String, OperationMap.Meaning> configured = new HashMap<>();
    changes
        .operations()
        .forEach(
            (value, meaning) ->
                configured.put(
                    value,
                    switch (meaning) {
                      case INSERT -> OperationMap.Meaning.INSERT;
                      case UPSERT -> OperationMap.Meaning.UPDATE;
                      case UPDATE_BEFORE -> OperationMap.Meaning.UPDATE_BEFORE;
                      case DELETE -> OperationMap.Meaning.DELETE;
                      case IGNORE -> OperationMap.Meaning.IGNORE;
                      case TRUNCATE -> OperationMap.Meaning.TRUNCATE;
                    }));
    return OperationMap.standard().with(configured);
  }
}
