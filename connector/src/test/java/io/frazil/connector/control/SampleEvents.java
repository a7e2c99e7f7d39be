package io.frazil.connector.control;

import io.frazil.connector.commit.ControlEvent;
import io.frazil.connector.commit.ControlEvent.CommitComplete;
import io.frazil.connector.commit.ControlEvent.CommitToTable;
import io.frazil.connector.commit.ControlEvent.DataComplete;
import io.frazil.connector.commit.ControlEvent.DataWritten;
import io.frazil.connector.commit.ControlEvent.Progress;
import io.frazil.connector.commit.ControlEvent.StartCommit;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Offsets;
import io.frazil.connector.commit.OlderRows;
import io.frazil.connector.commit.Position;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.ContentFile;

/** One event of each kind, always the same. */
final class SampleEvents {
  static final ControlAddress ADDRESS =
      new ControlAddress("control", "orders-sink", "connect-orders-sink", "glue", "task-1");
  static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
  static final SourcePartition FIRST = new SourcePartition("orders", 0);
  static final SourcePartition SECOND = new SourcePartition("orders", 1);
  static final TableRef TABLE = new TableRef("sales.eu.orders", "audit");
  private static final UUID TOPIC = id(1);

  private SampleEvents() {}

  /** A codec whose clock stands still and whose ids count. */
  static ControlCodec codec(int maxRecordBytes) {
    return new ControlCodec(
        ADDRESS, maxRecordBytes, Clock.fixed(NOW, ZoneOffset.UTC), new CountingIds());
  }

  static ControlEvent<ContentFile<?>> startCommit() {
    return new StartCommit<>(id(100));
  }

  static DataWritten<ContentFile<?>> dataWritten(ContentFile<?>... files) {
    return dataWritten(OlderRows.GO_BY_KEY, files);
  }

  static DataWritten<ContentFile<?>> truncation() {
    return dataWritten(OlderRows.GO);
  }

  private static DataWritten<ContentFile<?>> dataWritten(
      OlderRows olderRows, ContentFile<?>... files) {
    Delta<ContentFile<?>> delta =
        new Delta<>(
            id(200),
            TABLE,
            id(300),
            Offsets.of(FIRST, new Position(TOPIC, 5)),
            new Offsets(
                Map.of(FIRST, new Position(TOPIC, 9), SECOND, new Position(id(2), 1L << 40))),
            List.of(files),
            olderRows,
            12,
            4642);
    return new DataWritten<>(id(100), delta, 0, 1, 3);
  }

  static ControlEvent<ContentFile<?>> dataComplete() {
    return new DataComplete<>(
        id(100),
        id(400),
        Map.of(
            FIRST, new Progress(new Position(TOPIC, 9), Optional.of(NOW)),
            SECOND, new Progress(new Position(id(2), 0), Optional.empty())),
        Set.of(id(200), id(201)),
        Set.of(TABLE, TableRef.main("sales.returns")));
  }

  static ControlEvent<ContentFile<?>> commitToTable() {
    return new CommitToTable<>(
        id(100),
        TABLE,
        OptionalLong.of(5_123_456_789_012_345_678L),
        Offsets.of(FIRST, new Position(TOPIC, 9)),
        Set.of(id(201)),
        Optional.of(NOW));
  }

  static ControlEvent<ContentFile<?>> nothingCommitted() {
    return new CommitToTable<>(
        id(100), TABLE, OptionalLong.empty(), Offsets.none(), Set.of(), Optional.empty());
  }

  static ControlEvent<ContentFile<?>> commitComplete() {
    return new CommitComplete<>(id(100), Optional.of(NOW));
  }

  static UUID id(int number) {
    return new UUID(0x6f1e_0000_0000_4000L, 0x8000_0000_0000_0000L + number);
  }

  private static final class CountingIds implements Supplier<UUID> {
    private int given;

    @Override
    public UUID get() {
      given++;
      return id(1000 + given);
    }
  }
}
