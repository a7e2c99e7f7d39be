package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * What workers and the coordinator tell each other over the control topic. Every event may be lost,
 * doubled or late without harm: each is either a report that is repeated until answered, or a hint.
 *
 * @param <F> a file; opaque here
 */
public sealed interface ControlEvent<F> {

  /** The round, one cycle of a coordinator, that the event belongs to. */
  UUID round();

  /** The coordinator asks every worker to cut and report. */
  record StartCommit<F>(UUID round) implements ControlEvent<F> {
    public StartCommit {
      requireNonNull(round, "round");
    }
  }

  /**
   * A worker names one delta, or a part of one that is too big for a message.
   *
   * @param delta the delta with the files of this part
   * @param part the number of this part, from 0
   * @param parts how many parts the delta has
   * @param sends how often the delta has been sent, this time included
   */
  record DataWritten<F>(UUID round, Delta<F> delta, int part, int parts, int sends)
      implements ControlEvent<F> {
    public DataWritten {
      requireNonNull(round, "round");
      requireNonNull(delta, "delta");
      if (part < 0 || part >= parts || sends < 1) {
        throw new IllegalArgumentException(
            "Cannot name part %d of %d of delta %s, sent %d times"
                .formatted(part, parts, delta.id(), sends));
      }
    }
  }

  /**
   * A worker has reported all that it holds; sent also when it holds nothing.
   *
   * @param worker who reports, unique for each life of a task
   * @param partitions the source partitions it owns, with where it stands in each
   * @param deltas all deltas that it has not seen acknowledged
   * @param tables the tables that it holds state of
   */
  record DataComplete<F>(
      UUID round,
      UUID worker,
      Map<SourcePartition, Progress> partitions,
      Set<UUID> deltas,
      Set<TableRef> tables)
      implements ControlEvent<F> {
    public DataComplete {
      requireNonNull(round, "round");
      requireNonNull(worker, "worker");
      partitions = Map.copyOf(partitions);
      deltas = Set.copyOf(deltas);
      tables = Set.copyOf(tables);
    }
  }

  /**
   * The coordinator publishes a table's committed offsets, whether or not this round moved them.
   *
   * @param snapshotId the snapshot that this round committed, if it committed any
   * @param committed the table's whole vector; a hint, the table itself is the truth
   * @param voided deltas that can never be committed since files of them are gone
   * @param validThrough the source time up to which the table is complete, where known
   */
  record CommitToTable<F>(
      UUID round,
      TableRef table,
      OptionalLong snapshotId,
      Offsets committed,
      Set<UUID> voided,
      Optional<Instant> validThrough)
      implements ControlEvent<F> {
    public CommitToTable {
      requireNonNull(round, "round");
      requireNonNull(table, "table");
      requireNonNull(snapshotId, "snapshotId");
      requireNonNull(committed, "committed");
      voided = Set.copyOf(voided);
      requireNonNull(validThrough, "validThrough");
    }
  }

  /** The coordinator has ended the round. */
  record CommitComplete<F>(UUID round, Optional<Instant> validThrough) implements ControlEvent<F> {
    public CommitComplete {
      requireNonNull(round, "round");
      requireNonNull(validThrough, "validThrough");
    }
  }

  /**
   * Where a worker stands in a source partition.
   *
   * @param position the next record to read
   * @param newest the timestamp of the newest record read, if any was
   */
  record Progress(Position position, Optional<Instant> newest) {
    public Progress {
      requireNonNull(position, "position");
      requireNonNull(newest, "newest");
    }
  }
}
