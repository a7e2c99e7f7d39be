package io.frazil.connector.intake;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.change.ChangeEvent;
import io.frazil.connector.change.ChangeKind;
import io.frazil.connector.change.ConnectValue;
import io.frazil.connector.change.InvalidRecordException;
import io.frazil.connector.change.Operation;
import io.frazil.connector.change.SourceOffset;
import io.frazil.connector.convert.KeyConverter;
import io.frazil.connector.convert.NameMatching;
import io.frazil.connector.convert.OrderingConverter;
import io.frazil.connector.convert.RecordConverter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class ChangeConverterTest {
  private static final Schema TABLE =
      new Schema(
          required(1, "id", Types.LongType.get()),
          optional(2, "name", Types.StringType.get()),
          optional(3, "version", Types.IntegerType.get()),
          optional(4, "_deleted", Types.BooleanType.get()));
  private static final Schema ORDERING =
      new Schema(optional(3, "version", Types.IntegerType.get()));

  private final RecordConverter rows =
      new RecordConverter(TABLE, Set.of(), NameMatching.EXACT, path -> {});
  private final KeyConverter keys = new KeyConverter(TABLE, List.of("id"), NameMatching.EXACT);
  private final OrderingConverter ordering = new OrderingConverter(ORDERING, NameMatching.EXACT);

  @Test
  void aDeleteBringsItsOrderIfItsRowTells() {
    ChangeConverter changes = ChangeConverter.deleting(rows, keys, Optional.of(ordering));

    assertThat(changes.convert(delete(Map.of("id", 1, "version", 7))))
        .satisfies(
            change -> {
              assertThat(change.operation()).isEqualTo(Operation.DELETE);
              assertThat(change.key()).hasToString("Record(1)");
              assertThat(change.ordering())
                  .hasValueSatisfying(values -> assertThat(values).hasToString("Record(7)"));
            });
    assertThat(changes.convert(tombstone()).ordering()).isEmpty();
  }

  @Test
  void withoutOrderingColumnsADeleteHasNoOrder() {
    ChangeConverter changes = ChangeConverter.deleting(rows, keys, Optional.empty());

    assertThat(changes.convert(delete(Map.of("id", 1, "version", 7))).ordering()).isEmpty();
  }

  @Test
  void aSoftDeleteIsTheFlaggedRow() {
    TableChange change =
        flagging(Optional.empty()).convert(delete(Map.of("id", 1, "name", "ada", "version", 7)));

    assertThat(change.operation()).isEqualTo(Operation.DELETE);
    assertThat(change.key()).hasToString("Record(1)");
    assertThat(change.row()).hasToString("Record(1, ada, 7, true)");
  }

  @Test
  void aSoftDeleteOfAKeyAloneIsTheKeyAndTheFlag() {
    assertThat(flagging(Optional.empty()).convert(tombstone()).row())
        .hasToString("Record(1, null, null, true)");
    assertThat(flagging(Optional.empty()).convert(delete(Map.of("id", 1))).row())
        .hasToString("Record(1, null, null, true)");
  }

  @Test
  void anyOtherChangeTakesTheFlagAway() {
    Map<String, Object> row = Map.of("id", 1, "name", "ada", "_deleted", true);

    assertThat(
            flagging(Optional.empty())
                .convert(change(ChangeKind.UPDATE_AFTER, Optional.of(row)))
                .row())
        .hasToString("Record(1, ada, null, false)");
  }

  @Test
  void aSoftDeleteThatCannotBeOrderedIsAnErrorOfItsRecord() {
    ChangeConverter changes = flagging(Optional.of(ordering));

    assertThat(changes.convert(delete(Map.of("id", 1, "version", 7))).row())
        .hasToString("Record(1, null, 7, true)");
    assertThatThrownBy(() -> changes.convert(tombstone()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessage(
            "Cannot apply record of orders-0@3: the deleted row is to stay, and the record has no"
                + " value in the ordering columns. Send whole rows with deletes, set"
                + " delete-handling to hard, or remove ordering-columns.");
  }

  @Test
  void aSoftDeleteThatLacksARequiredColumnIsAnErrorOfItsRecord() {
    Schema strict =
        new Schema(
            required(1, "id", Types.LongType.get()),
            required(2, "name", Types.StringType.get()),
            optional(4, "_deleted", Types.BooleanType.get()));
    ChangeConverter changes =
        ChangeConverter.flagging(
            "_deleted",
            new RecordConverter(strict, Set.of(), NameMatching.EXACT, path -> {}),
            new KeyConverter(strict, List.of("id"), NameMatching.EXACT),
            Optional.empty());

    assertThatThrownBy(() -> changes.convert(tombstone()))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageStartingWith(
            "Cannot apply record of orders-0@3: Cannot convert field 'name': the deleted row is to"
                + " stay, the record has no value for this column");
  }

  @Test
  void theRowOfAnOldKeyGoesBeforeTheRowOfTheNew() {
    ChangeConverter changes = ChangeConverter.deleting(rows, keys, Optional.of(ordering));

    TableChange change = changes.convert(moved());

    assertThat(change.row()).hasToString("Record(2, ada, 8, null)");
    assertThat(change.before())
        .hasValueSatisfying(
            first -> {
              assertThat(first.operation()).isEqualTo(Operation.DELETE);
              assertThat(first.key()).hasToString("Record(1)");
              assertThat(first.ordering())
                  .hasValueSatisfying(values -> assertThat(values).hasToString("Record(8)"));
            });
  }

  @Test
  void theRowOfAnOldKeyStaysFlaggedWhereDeletedRowsStay() {
    TableChange change = flagging(Optional.empty()).convert(moved());

    assertThat(change.row()).hasToString("Record(2, ada, 8, false)");
    assertThat(change.before())
        .hasValueSatisfying(
            first -> assertThat(first.row()).hasToString("Record(1, ada, 8, true)"));
  }

  private static ChangeEvent moved() {
    return new ChangeEvent(
        ChangeKind.UPDATE_AFTER,
        Optional.empty(),
        Optional.of(
            new ConnectValue(Optional.empty(), Map.of("id", 2, "name", "ada", "version", 8))),
        Optional.of(new ConnectValue(Optional.empty(), Map.of("id", 1))),
        new SourceOffset("orders", 0, 3));
  }

  private ChangeConverter flagging(Optional<OrderingConverter> order) {
    return ChangeConverter.flagging("_deleted", rows, keys, order);
  }

  private static ChangeEvent tombstone() {
    return change(ChangeKind.DELETE, Optional.empty());
  }

  private static ChangeEvent delete(Map<String, Object> row) {
    return change(ChangeKind.DELETE, Optional.of(row));
  }

  private static ChangeEvent change(ChangeKind kind, Optional<Map<String, Object>> row) {
    return new ChangeEvent(
        kind,
        Optional.of(new ConnectValue(Optional.empty(), 1)),
        row.map(value -> new ConnectValue(Optional.empty(), value)),
        Optional.empty(),
        new SourceOffset("orders", 0, 3));
  }
}
