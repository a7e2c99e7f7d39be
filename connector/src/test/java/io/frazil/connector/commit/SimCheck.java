package io.frazil.connector.commit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The invariants. Any violation is an {@link AssertionError} that says which. */
final class SimCheck {
  private final List<SimLog> logs;
  private final boolean isUpsert;

  SimCheck(List<SimLog> logs, boolean isUpsert) {
    this.logs = logs;
    this.isUpsert = isUpsert;
  }

  /**
   * Invariant 3: the group is never told more than what every table has, or had before it was
   * rolled back.
   */
  void group(SourcePartition partition, long offset, List<SimTable> tables) {
    SimLog.Life life = logs.get(partition.partition()).present();
    for (int o = 0; o < offset; o++) {
      SimTable table = tables.get(life.entries().get(o).table());
      if (!table.isReplaced()
          && !table.everApplied().contains(new SimRow.Source(partition, life.topicId(), o))) {
        throw new AssertionError(
            "The group was told %d of %s, but %s lacks %d"
                .formatted(offset, partition, table.ref(), o));
      }
    }
  }

  /** What is claimed to be complete up to a time is in the tables, or was before a roll-back. */
  void claim(List<SimTable> claimed, Instant validThrough) {
    for (SimTable table : claimed) {
      for (SimLog log : logs) {
        SimLog.Life life = log.present();
        for (int o = 0; o < life.size(); o++) {
          SimLog.Entry entry = life.entries().get(o);
          if (entry.table() == indexOf(table)
              && entry.timestampMs() <= validThrough.toEpochMilli()
              && !table
                  .everApplied()
                  .contains(new SimRow.Source(log.partition(), life.topicId(), o))) {
            throw new AssertionError(
                "%s is claimed valid through %s, but lacks %s@%d"
                    .formatted(table.ref(), validThrough, log.partition(), o));
          }
        }
      }
    }
  }

  private static int indexOf(SimTable table) {
    return table.ref().table().endsWith("a") ? 0 : 1;
  }

  /** Invariants 1, 2, 4 and 5 on the table's content. */
  void table(SimTable table) {
    int index = indexOf(table);
    Map<SourcePartition, Applied> applied = new HashMap<>();
    for (SimTable.Snap snap : table.lineage()) {
      if (!snap.isReadable()) {
        throw new AssertionError("A live snapshot of %s lost a file".formatted(table.ref()));
      }
      snap.changes()
          .forEach(
              rows ->
                  rows.forEach(
                      row ->
                          applied
                              .computeIfAbsent(
                                  row.partition(), p -> new Applied(logs.get(p.partition()), index))
                              .add(row)));
    }
    Offsets committed = table.knownOffsets().orElse(Offsets.none());
    for (SimLog log : logs) {
      applied
          .computeIfAbsent(log.partition(), p -> new Applied(log, index))
          .compare(committed.get(log.partition()));
    }
    content(table, applied);
  }

  /** At rest, every record of the present lives has been applied. */
  void nothingIsMissing(List<SimTable> tables) {
    for (SimTable table : tables) {
      table(table);
      int index = indexOf(table);
      for (SimLog log : logs) {
        SimLog.Life life = log.present();
        long present =
            table.lineage().stream()
                .flatMap(s -> s.changes().stream())
                .flatMap(List::stream)
                .filter(
                    r ->
                        r.partition().equals(log.partition()) && r.topicId().equals(life.topicId()))
                .count();
        long expected = life.entries().stream().filter(e -> e.table() == index).count();
        if (present != expected) {
          throw new AssertionError(
              "At rest %s has %d of %d records of %s"
                  .formatted(table.ref(), present, expected, log.partition()));
        }
      }
    }
  }

  /** The rows as readers see them against the fold of the source by key. */
  private void content(SimTable table, Map<SourcePartition, Applied> applied) {
    List<SimRow> seen = new ArrayList<>();
    for (SimTable.Snap snap : table.lineage()) {
      // Where keys reach older snapshots only, the rows of this one are out of their reach.
      List<SimRow> added = table.reach() == KeyReach.OLDER_SNAPSHOTS ? new ArrayList<>() : seen;
      for (List<SimRow> rows : snap.changes()) {
        if (!isUpsert) {
          added.addAll(rows);
          continue;
        }
        Map<String, SimRow> last = new HashMap<>();
        rows.forEach(row -> last.put(key(row), row));
        seen.removeIf(row -> last.containsKey(key(row)));
        last.values().stream().filter(row -> !row.isDelete()).forEach(added::add);
      }
      if (added != seen) {
        seen.addAll(added);
      }
    }
    Map<String, SimRow> folded = new HashMap<>();
    List<SimRow> expected = new ArrayList<>();
    applied
        .values()
        .forEach(
            a ->
                a.rows.forEach(
                    row -> {
                      if (!isUpsert) {
                        expected.add(row);
                      } else if (row.isDelete()) {
                        folded.remove(key(row));
                      } else {
                        folded.put(key(row), row);
                      }
                    }));
    expected.addAll(folded.values());
    if (!sorted(seen).equals(sorted(expected))) {
      throw new AssertionError(
          "Rows of %s differ: %s instead of %s"
              .formatted(table.ref(), sorted(seen), sorted(expected)));
    }
  }

  private static String key(SimRow row) {
    return row.partition() + "/" + row.key();
  }

  private static List<String> sorted(List<SimRow> rows) {
    List<String> texts = new ArrayList<>(rows.stream().map(SimRow::toString).toList());
    Collections.sort(texts);
    return texts;
  }

  /** What a table has applied of one source partition, in order. */
  private static final class Applied {
    private final SimLog log;
    private final int table;
    private final List<SimRow> rows = new ArrayList<>();
    private int life = -1;
    private long next;

    private Applied(SimLog log, int table) {
      this.log = log;
      this.table = table;
    }

    private void add(SimRow row) {
      int rowLife = lifeOf(row.topicId());
      if (rowLife < life || (rowLife == life && row.offset() < next)) {
        throw new AssertionError("Applied twice or out of order: " + row);
      }
      if (rowLife > life) {
        life = rowLife;
        next = 0;
      }
      skipOthers(row.offset());
      next = row.offset() + 1;
      rows.add(row);
    }

    private void compare(Optional<Position> committed) {
      if (committed.isEmpty()) {
        if (life >= 0) {
          throw new AssertionError("Offsets of %s behind its rows".formatted(log.partition()));
        }
        return;
      }
      int committedLife = lifeOf(committed.get().topicId());
      if (committedLife < life || (committedLife == life && committed.get().offset() < next)) {
        throw new AssertionError("Offsets of %s behind its rows".formatted(log.partition()));
      }
      if (committedLife > life) {
        life = committedLife;
        next = 0;
      }
      skipOthers(committed.get().offset());
    }

    /** Everything between the last applied record and this offset has to be another table's. */
    private void skipOthers(long upto) {
      for (long o = next; o < upto; o++) {
        if (log.lives().get(life).entries().get((int) o).table() == table) {
          throw new AssertionError("Lost: %s@%d".formatted(log.partition(), o));
        }
      }
    }

    private int lifeOf(UUID topicId) {
      for (int i = 0; i < log.lives().size(); i++) {
        if (log.lives().get(i).topicId().equals(topicId)) {
          return i;
        }
      }
      throw new IllegalStateException("No such life of " + log.partition());
    }
  }
}
