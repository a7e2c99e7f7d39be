package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.commit.TableState;
import io.frazil.connector.table.TableCommitter;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OffsetMoverTest {
  private static final UUID TOPIC_ID = new UUID(1, 2);
  private static final SourcePartition P0 = new SourcePartition("orders", 0);
  private static final SourcePartition P1 = new SourcePartition("orders", 1);
  private static final TableRef TABLE = TableRef.main("db.t");
  private static final TableRef OTHER = TableRef.main("db.u");

  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private TableCommitter tables;
  private OffsetMover mover;

  @BeforeEach
  void createTable() {
    catalog.initialize("memory", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    create(TABLE);
    tables = new TableCommitter(catalog, "mirror", UUID::randomUUID);
    mover = new OffsetMover(tables, topics -> Map.of("orders", TOPIC_ID));
  }

  @Test
  void aPartitionMovesForwardAndOthersStay() {
    move(P0, 5);
    move(P1, 7);
    move(P0, 9);

    assertThat(tables.load(TABLE).committed())
        .isEqualTo(Offsets.of(P0, position(9)).with(P1, position(7)));
  }

  @Test
  void aPartitionMovesBackAndIsReadFromThere() {
    move(P0, 9);
    move(P0, 3);

    TableState state = tables.load(TABLE);
    assertThat(state.committed()).isEqualTo(Offsets.of(P0, position(3)));
    assertThat(state.isRolledBack(P0)).isTrue();
  }

  @Test
  void aPartitionWithoutAnOffsetBeginsAnew() {
    move(P0, 9);
    move(P1, 4);

    mover.move(Set.of(TABLE), Optional.empty(), Map.of(P0, OptionalLong.empty()));

    assertThat(tables.load(TABLE).committed()).isEqualTo(Offsets.of(P1, position(4)));
  }

  @Test
  void movingWhereATableIsMissingMovesNone() {
    assertThatThrownBy(
            () ->
                mover.move(Set.of(TABLE, OTHER), Optional.empty(), Map.of(P0, OptionalLong.of(5))))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot move offsets: table db.u does not exist, and offsets live in the tables. Create it, or let the connector create it first.");
    assertThat(tables.load(TABLE).committed()).isEqualTo(Offsets.none());
  }

  @Test
  void beginningAnewNeedsNoTable() {
    move(P0, 9);

    mover.move(Set.of(TABLE, OTHER), Optional.empty(), Map.of(P0, OptionalLong.empty()));

    assertThat(tables.load(TABLE).committed()).isEqualTo(Offsets.none());
  }

  @Test
  void theTableOfBadRecordsMovesWithTheOthersIfItIsThere() {
    Map<SourcePartition, OptionalLong> moves = Map.of(P0, OptionalLong.of(5));
    mover.move(Set.of(TABLE), Optional.of(OTHER), moves);
    assertThat(tables.load(TABLE).committed()).isEqualTo(Offsets.of(P0, position(5)));

    create(OTHER);
    mover.move(Set.of(TABLE), Optional.of(OTHER), moves);

    assertThat(tables.load(OTHER).committed()).isEqualTo(Offsets.of(P0, position(5)));
  }

  @Test
  void aTopicThatDoesNotExistIsRefused() {
    SourcePartition unknown = new SourcePartition("nowhere", 0);

    assertThatThrownBy(() -> move(unknown, 1))
        .isInstanceOf(ConnectException.class)
        .hasMessage("Cannot move the offset of nowhere-0: there is no topic nowhere.");
  }

  private void move(SourcePartition partition, long offset) {
    mover.move(Set.of(TABLE), Optional.empty(), Map.of(partition, OptionalLong.of(offset)));
  }

  private void create(TableRef table) {
    catalog.createTable(
        TableIdentifier.parse(table.table()),
        new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
  }

  private static Position position(long offset) {
    return new Position(TOPIC_ID, offset);
  }
}
