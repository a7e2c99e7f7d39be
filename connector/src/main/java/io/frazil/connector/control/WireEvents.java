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
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.connect.events.Payload;
import org.apache.iceberg.connect.events.TableReference;
import org.apache.iceberg.connect.events.TopicPartitionOffset;
import org.apache.iceberg.types.Types;

/**
 * The protocol's events as Iceberg's payloads plus headers, and back. Each direction names the five
 * kinds once, here.
 */
final class WireEvents {
  private WireEvents() {}

  /** The payload of any event but {@link DataWritten}, whose files may need several. */
  static Payload payload(ControlEvent<ContentFile<?>> event, ControlAddress address) {
    if (event instanceof StartCommit<ContentFile<?>> start) {
      return new org.apache.iceberg.connect.events.StartCommit(start.round());
    } else if (event instanceof DataComplete<ContentFile<?>> complete) {
      return new org.apache.iceberg.connect.events.DataComplete(
          complete.round(), assignments(complete.partitions()));
    } else if (event instanceof CommitToTable<ContentFile<?>> commit) {
      return new org.apache.iceberg.connect.events.CommitToTable(
          commit.round(),
          reference(address, commit.table(), Optional.empty()),
          commit.snapshotId().isPresent() ? commit.snapshotId().getAsLong() : null,
          time(commit.validThrough()));
    } else if (event instanceof CommitComplete<ContentFile<?>> complete) {
      return new org.apache.iceberg.connect.events.CommitComplete(
          complete.round(), time(complete.validThrough()));
    }
    throw new IllegalArgumentException("Cannot encode event " + event.getClass().getName());
  }

  /** The payload that names some files with partitions of one type. */
  static Payload dataWritten(
      DataWritten<ContentFile<?>> written, List<ContentFile<?>> files, ControlAddress address) {
    Delta<ContentFile<?>> delta = written.delta();
    return new org.apache.iceberg.connect.events.DataWritten(
        partitionType(files),
        written.round(),
        reference(address, delta.table(), Optional.of(delta.tableUuid())),
        only(DataFile.class, files),
        only(DeleteFile.class, files));
  }

  /** Adds to the headers what the payload of an event lacks. */
  static void describe(ControlEvent<ContentFile<?>> event, ControlHeaders headers) {
    if (event instanceof DataWritten<ContentFile<?>> written) {
      Delta<ContentFile<?>> delta = written.delta();
      headers
          .put(ControlHeaders.BRANCH, delta.table().branch())
          .put(ControlHeaders.DELTA, delta.id())
          .putOffsets(ControlHeaders.BASE, delta.base())
          .putOffsets(ControlHeaders.UPTO, delta.upto())
          .put(ControlHeaders.REMOVES_OLDER_ROWS, olderRows(delta.olderRows()))
          .put(ControlHeaders.ROWS, delta.rows())
          .put(ControlHeaders.BYTES, delta.bytes())
          .put(ControlHeaders.PART, written.part())
          .put(ControlHeaders.PARTS, written.parts())
          .put(ControlHeaders.SENDS, written.sends());
    } else if (event instanceof DataComplete<ContentFile<?>> complete) {
      Map<SourcePartition, Position> positions = new HashMap<>();
      complete.partitions().forEach((p, progress) -> positions.put(p, progress.position()));
      headers
          .put(ControlHeaders.WORKER, complete.worker())
          .putOffsets(ControlHeaders.POSITIONS, new Offsets(positions))
          .putIds(ControlHeaders.DELTAS, complete.deltas())
          .putTables(ControlHeaders.TABLES, complete.tables());
    } else if (event instanceof CommitToTable<ContentFile<?>> commit) {
      headers
          .put(ControlHeaders.BRANCH, commit.table().branch())
          .putOffsets(ControlHeaders.COMMITTED, commit.committed())
          .putIds(ControlHeaders.VOIDED, commit.voided());
    }
  }

  /** The event of a payload and its headers. */
  static ControlEvent<ContentFile<?>> event(Payload payload, ControlHeaders headers) {
    if (payload instanceof org.apache.iceberg.connect.events.StartCommit start) {
      return new StartCommit<>(start.commitId());
    } else if (payload instanceof org.apache.iceberg.connect.events.DataWritten written) {
      return dataWritten(written, headers);
    } else if (payload instanceof org.apache.iceberg.connect.events.DataComplete complete) {
      return dataComplete(complete, headers);
    } else if (payload instanceof org.apache.iceberg.connect.events.CommitToTable commit) {
      return new CommitToTable<>(
          commit.commitId(),
          table(commit.tableReference(), headers),
          commit.snapshotId() == null ? OptionalLong.empty() : OptionalLong.of(commit.snapshotId()),
          headers.offsets(ControlHeaders.COMMITTED),
          headers.ids(ControlHeaders.VOIDED),
          instant(commit.validThroughTs()));
    } else if (payload instanceof org.apache.iceberg.connect.events.CommitComplete complete) {
      return new CommitComplete<>(complete.commitId(), instant(complete.validThroughTs()));
    }
    throw new IllegalArgumentException("payload type %s is not known".formatted(payload.type()));
  }

  /**
   * The files grouped by the type of their partitions, since a payload has one; one group when
   * there is no file. The spec's id does not tell it: a key file that is not to be committed may
   * name a spec that the table has otherwise.
   */
  static Collection<List<ContentFile<?>>> byPartitionType(List<ContentFile<?>> files) {
    if (files.isEmpty()) {
      return List.of(List.of());
    }
    Map<Types.StructType, List<ContentFile<?>>> groups = new LinkedHashMap<>();
    files.stream()
        .sorted(Comparator.comparing(ContentFile::specId))
        .forEach(
            file -> groups.computeIfAbsent(partitionType(file), t -> new ArrayList<>()).add(file));
    return groups.values();
  }

  private static DataWritten<ContentFile<?>> dataWritten(
      org.apache.iceberg.connect.events.DataWritten written, ControlHeaders headers) {
    List<ContentFile<?>> files = new ArrayList<>();
    files.addAll(written.dataFiles());
    files.addAll(written.deleteFiles());
    Delta<ContentFile<?>> delta =
        new Delta<>(
            headers.id(ControlHeaders.DELTA),
            table(written.tableReference(), headers),
            written.tableReference().uuid(),
            headers.offsets(ControlHeaders.BASE),
            headers.offsets(ControlHeaders.UPTO),
            files,
            olderRows(headers.text(ControlHeaders.REMOVES_OLDER_ROWS)),
            headers.amount(ControlHeaders.ROWS),
            headers.amount(ControlHeaders.BYTES));
    return new DataWritten<>(
        written.commitId(),
        delta,
        headers.count(ControlHeaders.PART),
        headers.count(ControlHeaders.PARTS),
        headers.count(ControlHeaders.SENDS));
  }

  private static String olderRows(OlderRows rows) {
    return switch (rows) {
      case STAY -> "false";
      case GO_BY_KEY -> "true";
      case GO -> "all";
    };
  }

  private static OlderRows olderRows(String text) {
    return Stream.of(OlderRows.values())
        .filter(rows -> olderRows(rows).equals(text))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "header '%s' is malformed".formatted(ControlHeaders.REMOVES_OLDER_ROWS)));
  }

  private static DataComplete<ContentFile<?>> dataComplete(
      org.apache.iceberg.connect.events.DataComplete complete, ControlHeaders headers) {
    Offsets positions = headers.offsets(ControlHeaders.POSITIONS);
    Map<SourcePartition, Progress> partitions = new HashMap<>();
    for (TopicPartitionOffset assignment : complete.assignments()) {
      SourcePartition partition = new SourcePartition(assignment.topic(), assignment.partition());
      Position position =
          positions
              .get(partition)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "header '%s' lacks %s".formatted(ControlHeaders.POSITIONS, partition)));
      partitions.put(partition, new Progress(position, instant(assignment.timestamp())));
    }
    return new DataComplete<>(
        complete.commitId(),
        headers.id(ControlHeaders.WORKER),
        partitions,
        headers.ids(ControlHeaders.DELTAS),
        headers.tables(ControlHeaders.TABLES));
  }

  private static List<TopicPartitionOffset> assignments(Map<SourcePartition, Progress> partitions) {
    List<TopicPartitionOffset> assignments = new ArrayList<>();
    new TreeMap<>(partitions)
        .forEach(
            (partition, progress) ->
                assignments.add(
                    new TopicPartitionOffset(
                        partition.topic(),
                        partition.partition(),
                        progress.position().offset(),
                        time(progress.newest()))));
    return assignments;
  }

  private static Types.StructType partitionType(List<ContentFile<?>> files) {
    return files.stream()
        .findFirst()
        .map(WireEvents::partitionType)
        .orElseGet(Types.StructType::of);
  }

  private static Types.StructType partitionType(ContentFile<?> file) {
    return ((PartitionData) file.partition()).getPartitionType();
  }

  private static <T> List<T> only(Class<T> kind, List<ContentFile<?>> files) {
    return files.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  // Iceberg's payloads take and give null for "none".
  private static TableReference reference(
      ControlAddress address, TableRef table, Optional<UUID> uuid) {
    return TableReference.of(
        address.catalog(), TableIdentifier.parse(table.table()), uuid.orElse(null));
  }

  private static TableRef table(TableReference reference, ControlHeaders headers) {
    return new TableRef(reference.identifier().toString(), headers.text(ControlHeaders.BRANCH));
  }

  private static OffsetDateTime time(Optional<Instant> instant) {
    return instant.map(i -> i.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  private static Optional<Instant> instant(OffsetDateTime time) {
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }
}
