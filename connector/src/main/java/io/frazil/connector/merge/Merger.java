package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.resolve.TableFiles;
import io.frazil.connector.write.Spooling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;

/**
 * Merges deltas into tables. What it remembers from one commit to the next only saves reading:
 * losing it changes no result. Thread-safe; merges into one branch of a table wait for each other.
 *
 * <p>Open for tests, which leave something out to show that it is needed.
 */
public class Merger {
  private final Means means;
  private final Map<Place, TableFiles> known = new ConcurrentHashMap<>();

  /** A merger that remembers nothing yet. */
  public Merger(Means means) {
    this.means = requireNonNull(means, "means");
  }

  /**
   * Merges the deltas of one commit into a table as it was loaded.
   *
   * @param branch the branch to commit to; main's rows where there is none yet
   * @param commitId unique; part of the names of files that are written
   * @param layers the deltas, oldest first, in the snapshots that they are to be in
   * @throws IllegalArgumentException if the table cannot have what the rules ask for
   */
  public final Merge merge(
      Table table, String branch, MergeRules rules, UUID commitId, List<List<KeyedDelta>> layers) {
    Optional<Snapshot> head =
        Optional.ofNullable(table.snapshot(branch))
            .or(() -> Optional.ofNullable(table.currentSnapshot()));
    Optional<Truncation> truncation = Truncation.lastOf(layers);
    return truncation.isPresent()
        ? merge(table, rules, commitId, layers, head, truncation.get())
        : merge(
            table,
            rules,
            commitId,
            layers,
            head,
            key ->
                known.computeIfAbsent(
                    Place.of(table, branch, key),
                    place -> new TableFiles(Set.copyOf(place.key()))));
  }

  /** Merges what the truncation leaves into an empty table, and empties the table. */
  private Merge merge(
      Table table,
      MergeRules rules,
      UUID commitId,
      List<List<KeyedDelta>> layers,
      Optional<Snapshot> head,
      Truncation truncation) {
    Merge rest =
        merge(
            table,
            rules,
            commitId,
            truncation.kept(layers),
            Optional.empty(),
            key -> new TableFiles(Set.copyOf(Place.ids(key))));
    WrittenFiles dropped = new WrittenFiles(table);
    truncation.dropped(layers).forEach(dropped::consumed);
    List<SnapshotContent> snapshots = new ArrayList<>(rest.snapshots());
    head.ifPresent(
        snapshot ->
            snapshots.set(
                truncation.layer(),
                Truncation.emptying(table, snapshot, snapshots.get(truncation.layer()))));
    return new Merge(
        snapshots,
        head.map(Snapshot::snapshotId).map(OptionalLong::of).orElse(OptionalLong.empty()),
        rest.figures(),
        rest.leftovers().and(dropped));
  }

  private Merge merge(
      Table table,
      MergeRules rules,
      UUID commitId,
      List<List<KeyedDelta>> layers,
      Optional<Snapshot> head,
      Function<KeyColumns, TableFiles> filesOf) {
    List<KeyedDelta> deltas = layers.stream().flatMap(List::stream).toList();
    List<DeleteFile> keyFiles = deltas.stream().flatMap(delta -> delta.keys().stream()).toList();
    int formatVersion = TableUtil.formatVersion(table);
    if (rules.deleteMode().in(formatVersion) == DeleteMode.EQUALITY) {
      keyFiles.forEach(file -> KeyFiles.requireReachesAll(table, file));
    }
    boolean isResolved =
        rules.resolvesKeys(formatVersion) || keyFiles.stream().anyMatch(KeyFiles::havePatches);
    if (keyFiles.isEmpty() || !isResolved) {
      return Merge.adding(layers.stream().map(Merger::adding).toList());
    }
    KeyColumns key = KeyFiles.key(table, keyFiles);
    TableMerge merge = new TableMerge(table, rules, key, deltas, means, commitId, this);
    TableFiles files = filesOf.apply(key);
    synchronized (files) {
      return merge.merge(files, head, layers.stream().map(List::size).toList());
    }
  }

  private static SnapshotContent adding(List<KeyedDelta> deltas) {
    return SnapshotContent.adding(
        deltas.stream().flatMap(delta -> delta.files().stream()).toList());
  }

  /** What is known of a data file that loses rows. */
  LiveFile known(LiveFile file) {
    return file;
  }

  /** Where a row is looked for that patches are over. */
  PatchBases.Base place(PatchBases.Base base) {
    return base;
  }

  /**
   * What every merge uses.
   *
   * @param index finds the rows of keys
   * @param positions what delete files remove
   * @param writeProperties override the tables' properties where files are written
   * @param spooling how rows wait that are written
   */
  public record Means(
      KeyIndex index,
      PositionCache positions,
      Map<String, String> writeProperties,
      Spooling spooling) {
    public Means {
      requireNonNull(index, "index");
      requireNonNull(positions, "positions");
      writeProperties = Map.copyOf(writeProperties);
      requireNonNull(spooling, "spooling");
    }
  }

  /** What files are known of. */
  private record Place(UUID table, String branch, List<Integer> key) {
    static Place of(Table table, String branch, KeyColumns key) {
      return new Place(table.uuid(), branch, ids(key));
    }

    static List<Integer> ids(KeyColumns key) {
      return Arrays.stream(key.fieldIds()).boxed().toList();
    }
  }
}
