package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.deletes.PositionCache;
import io.frazil.connector.key.KeyColumns;
import io.frazil.connector.resolve.KeyIndex;
import io.frazil.connector.resolve.LiveFile;
import io.frazil.connector.resolve.TableFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.util.SnapshotUtil;

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
   * @param layers the files of each delta, oldest first, in the snapshots that they are to be in
   * @throws IllegalArgumentException if the table cannot have what the rules ask for
   */
  public final Merge merge(
      Table table,
      String branch,
      MergeRules rules,
      UUID commitId,
      List<List<List<ContentFile<?>>>> layers) {
    return mergeFitted(table, branch, rules, commitId, fitted(table, layers));
  }

  private static List<List<List<ContentFile<?>>>> fitted(
      Table table, List<List<List<ContentFile<?>>>> layers) {
    Fitted fitted = new Fitted(table);
    return layers.stream()
        .map(layer -> layer.stream().map(files -> fitted(fitted, files)).toList())
        .toList();
  }

  private static List<ContentFile<?>> fitted(Fitted fitted, List<ContentFile<?>> files) {
    return files.stream().<ContentFile<?>>map(fitted).toList();
  }

  private Merge mergeFitted(
      Table table,
      String branch,
      MergeRules rules,
      UUID commitId,
      List<List<List<ContentFile<?>>>> layers) {
    List<KeyedDelta> deltas = layers.stream().flatMap(List::stream).map(KeyedDelta::of).toList();
    List<DeleteFile> keyFiles = deltas.stream().flatMap(delta -> delta.keys().stream()).toList();
    int formatVersion = TableUtil.formatVersion(table);
    if (rules.deleteMode().in(formatVersion) == DeleteMode.EQUALITY) {
      keyFiles.forEach(file -> KeyFiles.requireReachesAll(table, file));
    }
    if (keyFiles.isEmpty() || !rules.resolvesKeys(formatVersion)) {
      return Merge.adding(
          layers.stream()
              .map(layer -> SnapshotContent.adding(layer.stream().flatMap(List::stream).toList()))
              .toList());
    }
    KeyColumns key = KeyFiles.key(table, keyFiles);
    TableMerge merge = new TableMerge(table, rules, key, deltas, means, commitId, this::known);
    TableFiles files =
        known.computeIfAbsent(
            Place.of(table, branch, key), place -> new TableFiles(Set.copyOf(place.key())));
    synchronized (files) {
      return merge.merge(
          files,
          Optional.ofNullable(SnapshotUtil.latestSnapshot(table, branch)),
          layers.stream().map(List::size).toList());
    }
  }

  /** What is known of a data file that loses rows. */
  LiveFile known(LiveFile file) {
    return file;
  }

  /**
   * What every merge uses.
   *
   * @param index finds the rows of keys
   * @param positions what delete files remove
   * @param writeProperties override the tables' properties where files are written
   * @param listener hears of each merge
   */
  public record Means(
      KeyIndex index,
      PositionCache positions,
      Map<String, String> writeProperties,
      MergeListener listener) {
    public Means {
      requireNonNull(index, "index");
      requireNonNull(positions, "positions");
      writeProperties = Map.copyOf(writeProperties);
      requireNonNull(listener, "listener");
    }
  }

  /** What files are known of. */
  private record Place(UUID table, String branch, List<Integer> key) {
    static Place of(Table table, String branch, KeyColumns key) {
      return new Place(table.uuid(), branch, Arrays.stream(key.fieldIds()).boxed().toList());
    }
  }
}
