package io.frazil.connector.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.connector.commit.CommitOutcome.Committed;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.SourcePartition;
import io.frazil.connector.commit.TableRef;
import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.merge.DeleteMode;
import io.frazil.connector.merge.Merger;
import io.frazil.connector.resolve.IndexDamage;
import io.frazil.connector.resolve.IndexListener;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.table.MergedTable.Setup;
import io.frazil.connector.write.Spooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/**
 * A table, two tasks that change it, others who meddle, and a map that says what is in it. All that
 * happens follows from the seed.
 */
final class MergeWorld {
  private static final int COMMITS = 7;
  private static final int KEYS = 9;
  private static final int MAX_CHANGES = 10;
  private static final List<SourcePartition> TASKS = List.of(Ledger.FIRST, Ledger.SECOND);

  private final SplittableRandom random;
  private final Setup setup;
  private final Path folder;
  private final RowDeltas rowDeltas;
  private final Function<Merger.Means, Merger> mergers;
  private final MergedTable table;
  private final TableOwner owner;
  private final Map<Long, List<Object>> model = new HashMap<>();
  private final Map<Long, Map<Long, List<Object>>> past = new HashMap<>();
  // At a time that is known: whatever comes late after that does nothing.
  private final Set<Long> deletedInThisCommit = new HashSet<>();
  private final Set<Long> changedInThisDelta = new HashSet<>();
  private TableCommitter committer;
  private long time;
  private int indexes;

  MergeWorld(
      long seed,
      Setup setup,
      Path folder,
      RowDeltas rowDeltas,
      Function<Merger.Means, Merger> mergers) {
    this.random = new SplittableRandom(seed);
    this.setup = setup;
    this.folder = folder;
    this.rowDeltas = rowDeltas;
    this.mergers = mergers;
    this.table =
        new MergedTable(setup, folder.resolve("spool"), happens(0.2) ? "audit" : TableRef.MAIN);
    this.owner = new TableOwner(table);
    // These keep no branches; and nothing proves the offsets where sequence numbers are missing.
    if (happens(0.2) && table.ref().branch().equals(TableRef.MAIN) && setup.formatVersion() > 1) {
      table.catalog().showOnlyNewest();
    }
    if (!table.ref().branch().equals(TableRef.MAIN) && happens(0.6)) {
      fillMain();
    }
    this.committer = newCommitter();
  }

  /** The branch begins with what main has when it is first committed to. */
  private void fillMain() {
    LongStream.range(0, KEYS)
        .filter(id -> happens(0.7))
        .mapToObj(this::newRow)
        .forEach(row -> model.put((Long) row.get(0), row));
    table.appendTo(
        TableRef.MAIN, model.values().stream().map(List::toArray).toArray(Object[][]::new));
  }

  /** Fails with what differs. */
  void run() {
    for (int commit = 0; commit < COMMITS; commit++) {
      meddle();
      restoreOffsets();
      List<Delta<ContentFile<?>>> deltas = new ArrayList<>();
      deletedInThisCommit.clear();
      for (int delta = random.nextInt(3); delta >= 0; delta--) {
        deltas.add(delta());
      }
      if (happens(0.35)) {
        table.catalog().next(this::disturb);
      }
      land(deltas);
      assertThat(table.rows())
          .as("commit %d", commit)
          .containsExactlyInAnyOrderElementsOf(model.values());
      assertThat(ReachableFiles.missingOf(table.table())).as("commit %d", commit).isEmpty();
      table.head().ifPresent(head -> past.put(head.snapshotId(), Map.copyOf(model)));
    }
  }

  /** Where others took away what proves them, the connector stops, and its owner sets them. */
  private void restoreOffsets() {
    try {
      committer.load(table.ref());
    } catch (UnknownOffsetsException e) {
      assertThat(committer.carry(table.ref(), table.offsets())).isInstanceOf(Committed.class);
    }
  }

  private void land(List<Delta<ContentFile<?>>> deltas) {
    for (int attempt = 0; attempt < 3; attempt++) {
      Settlement settlement = MergedTable.settle(committer, deltas);
      if (MergedTable.isLanded(settlement, deltas)) {
        return;
      }
      if (attempt == 2) {
        throw new AssertionError("Not landed: " + settlement);
      }
    }
  }

  private Delta<ContentFile<?>> delta() {
    changedInThisDelta.clear();
    return table.delta(
        TASKS.get(random.nextInt(TASKS.size())),
        changes -> {
          for (int change = random.nextInt(MAX_CHANGES); change >= 0; change--) {
            change(changes);
          }
        });
  }

  private void change(MergedTable.Changes changes) {
    long id = random.nextInt(KEYS);
    List<Object> row = newRow(id);
    int kind = random.nextInt(10);
    // With an order, all changes of a key in one delta count as one.
    boolean isFirst = changedInThisDelta.add(id);
    if (kind > 6 && (isFirst || setup.ordering().isEmpty())) {
      patch(changes, row, told());
    } else if (kind == 6 && (isFirst || setup.ordering().isEmpty())) {
      move(changes, row);
    } else if (kind == 0) {
      changes.deleteByKey(id, "c" + id % 4);
      deletedInThisCommit.remove(id);
      model.remove(id);
    } else if (kind < 4) {
      changes.delete(row.toArray());
      // A delete that does not say when it happened cannot be late.
      if (row.get(3) == null) {
        deletedInThisCommit.remove(id);
        model.remove(id);
      } else if (!isLate(row)) {
        deletedInThisCommit.add(id);
        model.remove(id);
      }
    } else {
      changes.upsert(row.toArray());
      if (!isLate(row)) {
        model.put(id, row);
      }
    }
  }

  private List<Object> newRow(long id) {
    List<Object> row = new ArrayList<>();
    row.add(id);
    row.add("c" + id % 4);
    row.add(happens(0.1) ? null : "r" + random.nextInt(3));
    row.add(time(id));
    row.add(random.nextInt(100));
    return row;
  }

  private Set<String> told() {
    Set<String> told = new HashSet<>(Set.of("at"));
    if (happens(0.5)) {
      told.add("region");
    }
    if (happens(0.5)) {
      told.add("v");
    }
    return told;
  }

  /** A row gets this key instead of another one. */
  private void move(MergedTable.Changes changes, List<Object> row) {
    long id = (Long) row.get(0);
    long former = random.nextInt(KEYS);
    // No source moves a row to a key that is taken: what is sent again has tests of its own.
    if (former == id || model.containsKey(id)) {
      return;
    }
    boolean isFirst = changedInThisDelta.add(former);
    // No source moves a row that it has just deleted: of two deletes, the second says nothing.
    if (!isFirst && !(setup.ordering().isEmpty() && model.containsKey(former))) {
      return;
    }
    if (deletedInThisCommit.contains(former)) {
      row.set(3, time);
    }
    Set<String> told = told();
    changes.move(former, "c" + former % 4, told, row.toArray());
    List<Object> goodbye = new ArrayList<>(row);
    goodbye.set(0, former);
    Optional<List<Object>> left = Optional.empty();
    if (row.get(3) == null || !isLate(goodbye)) {
      left = Optional.ofNullable(model.remove(former));
      if (row.get(3) == null) {
        deletedInThisCommit.remove(former);
      } else {
        deletedInThisCommit.add(former);
      }
    }
    apply(row, told, left, false);
  }

  private void patch(MergedTable.Changes changes, List<Object> row, Set<String> told) {
    boolean isWholeWithoutRow = happens(0.3);
    if (isWholeWithoutRow) {
      changes.update(told, row.toArray());
    } else {
      changes.patch(told, row.toArray());
    }
    apply(row, told, Optional.ofNullable(model.get((Long) row.get(0))), isWholeWithoutRow);
  }

  private void apply(
      List<Object> row, Set<String> told, Optional<List<Object>> base, boolean isWholeWithoutRow) {
    if (!isLate(row)) {
      long id = (Long) row.get(0);
      List<Object> patched = new ArrayList<>(row);
      for (int column = 2; column < row.size(); column++) {
        if (!told.contains(MergedTable.SCHEMA.columns().get(column).name())) {
          Object absent = isWholeWithoutRow ? row.get(column) : null;
          patched.set(column, base.isEmpty() ? absent : base.get().get(column));
        }
      }
      model.put(id, patched);
    }
  }

  /** Often late; but what comes late after a delete is only stopped if both are in one commit. */
  private Long time(long id) {
    time++;
    if (deletedInThisCommit.contains(id)) {
      return time;
    }
    return happens(0.1) ? null : time - random.nextInt(12);
  }

  private boolean isLate(List<Object> row) {
    List<Object> present = model.get((Long) row.get(0));
    if (setup.ordering().isEmpty() || present == null || present.get(3) == null) {
      return false;
    }
    return row.get(3) == null || (Long) row.get(3) < (Long) present.get(3);
  }

  private void meddle() {
    if (happens(0.2)) {
      table.compact();
    }
    if (setup.formatVersion() == 3 && happens(0.3)) {
      // Drawn by id: rows come in any order, and the same seed must do the same again.
      Set<Long> ids = new HashSet<>();
      LongStream.range(0, KEYS).filter(id -> happens(0.3)).forEach(ids::add);
      table.deleteAsOthersDo(ids::contains).forEach(model::remove);
    }
    if (happens(0.2)) {
      rollBack();
    }
    if (happens(0.1)) {
      owner.commitElsewhere();
    }
    if (happens(0.1)) {
      owner.tag();
    }
    // Where sequence numbers are missing, the vector would be lost with its snapshot.
    if (setup.formatVersion() > 1 && happens(0.15)) {
      table.expireAllButNewest();
    }
    if (happens(0.15)) {
      damageIndex();
    }
    if (happens(0.2)) {
      committer = newCommitter();
    }
    if (setup.mode() == DeleteMode.AUTO && happens(0.1)) {
      table.upgradeTo(3);
    }
  }

  /** Rows and offsets go back to an earlier commit, and tasks read again from there. */
  private void rollBack() {
    List<Long> candidates = owner.history().stream().filter(past::containsKey).toList();
    if (!candidates.isEmpty()) {
      long snapshot = candidates.get(random.nextInt(candidates.size()));
      owner.rollBackTo(snapshot);
      table.rewindTo(committer.load(table.ref()).committed());
      model.clear();
      model.putAll(past.get(snapshot));
    }
  }

  private void damageIndex() {
    IndexDamage[] damages = IndexDamage.values();
    damages[random.nextInt(damages.length)].happenAgain(
        folder.resolve("index" + indexes), random.split());
  }

  /** What goes wrong at a commit of ours. */
  private void disturb(Runnable apply) {
    switch (random.nextInt(6)) {
      case 0 -> throw new CommitFailedException("conflict");
      case 1 -> {
        apply.run();
        throw new CommitStateUnknownException(new IllegalStateException("no answer"));
      }
      case 2 -> {
        if (setup.formatVersion() > 1) {
          table.expireAllButNewest();
        }
        throw new CommitFailedException("expired");
      }
      case 3 -> {
        owner.commitElsewhere();
        damageIndex();
        throw new CommitFailedException("committed elsewhere");
      }
      default -> {
        table.compact();
        throw new CommitFailedException("compacted");
      }
    }
  }

  /** Another coordinator: it remembers nothing, or has the blocks that it finds on disk. */
  private TableCommitter newCommitter() {
    if (happens(0.5)) {
      indexes++;
    }
    KeyIndex index =
        KeyIndex.open(
            folder.resolve("index" + indexes),
            happens(0.2) ? 0 : 1 << 20,
            Runnable::run,
            IndexListener.NONE);
    return table.committer(
        mergers.apply(
            new Merger.Means(
                index, new PositionCache(1 << 20), Map.of(), Spooling.of(Path.of("unused"), 1))),
        rowDeltas);
  }

  private boolean happens(double probability) {
    return random.nextDouble() < probability;
  }
}
