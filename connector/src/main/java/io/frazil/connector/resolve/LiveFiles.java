package io.frazil.connector.resolve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * The live data files of a snapshot by location, and the live delete files by the data file they
 * are for. Can be followed as long as each delete file is for one data file.
 */
final class LiveFiles {
  private static final Set<Integer> PATH = Set.of(MetadataColumns.DELETE_FILE_PATH.fieldId());

  private final Set<Integer> statisticsOf;
  private final Map<String, LiveFile> files = new HashMap<>();
  private final Map<String, List<DeleteFile>> deletes = new HashMap<>();
  private final Map<Identity, String> dataFiles = new HashMap<>();
  private boolean canFollow = true;

  /** Vectors share a location. */
  private record Identity(String location, Optional<Long> offset) {
    static Identity of(DeleteFile file) {
      return new Identity(file.location(), Optional.ofNullable(file.contentOffset()));
    }
  }

  private LiveFiles(Set<Integer> statisticsOf) {
    this.statisticsOf = statisticsOf;
  }

  /** No files. */
  static LiveFiles none(Set<Integer> statisticsOf) {
    return new LiveFiles(statisticsOf);
  }

  Collection<LiveFile> files() {
    return Collections.unmodifiableCollection(files.values());
  }

  Optional<LiveFile> file(String location) {
    return Optional.ofNullable(files.get(location));
  }

  /** Whether changes say all about the next snapshot. */
  boolean canFollow() {
    return canFollow;
  }

  /** From now on, changes do not say all. */
  void endFollowing() {
    canFollow = false;
  }

  boolean agreesWith(ManifestCounts counts) {
    return files.size() == counts.dataFiles() && dataFiles.size() == counts.deleteFiles();
  }

  /** Adds a file as a plan has it, with all delete files that apply. */
  void addPlanned(DataFile file, List<DeleteFile> applying) {
    DataFile slim = file.copyWithStats(statisticsOf);
    files.put(file.location(), new LiveFile(slim, applying));
  }

  /** Adds a delete file; false if it is for more than one data file, or if it is known. */
  boolean addDeletes(DeleteFile file) {
    String dataFile = ContentFileUtil.referencedDataFileLocation(file);
    if (dataFile == null || dataFiles.putIfAbsent(Identity.of(file), dataFile) != null) {
      return false;
    }
    deletes.computeIfAbsent(dataFile, any -> new ArrayList<>(1)).add(file.copyWithStats(PATH));
    return true;
  }

  /** Applies the changes of one snapshot; false, with only some applied, if they do not fit. */
  boolean apply(SnapshotChanges changes) {
    Set<String> touched = new HashSet<>();
    for (DataFile file : changes.removedDataFiles()) {
      if (files.remove(file.location()) == null) {
        return false;
      }
    }
    for (DeleteFile file : changes.removedDeleteFiles()) {
      if (!removeDeletes(file, touched)) {
        return false;
      }
    }
    for (DeleteFile file : changes.addedDeleteFiles()) {
      if (!addDeletes(file)) {
        return false;
      }
      touched.add(ContentFileUtil.referencedDataFileLocation(file));
    }
    for (DataFile file : changes.addedDataFiles()) {
      LiveFile added = new LiveFile(file.copyWithStats(statisticsOf));
      if (files.putIfAbsent(file.location(), added) != null) {
        return false;
      }
      touched.add(file.location());
    }
    touched.forEach(
        location -> files.computeIfPresent(location, (any, file) -> withDeletes(file.file())));
    return true;
  }

  private boolean removeDeletes(DeleteFile file, Set<String> touched) {
    String dataFile = dataFiles.remove(Identity.of(file));
    if (dataFile == null) {
      return false;
    }
    Identity removed = Identity.of(file);
    deletes.get(dataFile).removeIf(known -> Identity.of(known).equals(removed));
    if (deletes.get(dataFile).isEmpty()) {
      deletes.remove(dataFile);
    }
    touched.add(dataFile);
    return true;
  }

  /** A vector hides all position deletes; none applies to rows that came later. */
  private LiveFile withDeletes(DataFile file) {
    List<DeleteFile> applying =
        deletes.getOrDefault(file.location(), List.of()).stream()
            .filter(each -> each.dataSequenceNumber() >= file.dataSequenceNumber())
            .toList();
    List<DeleteFile> vectors = applying.stream().filter(ContentFileUtil::isDV).toList();
    return new LiveFile(file, vectors.isEmpty() ? applying : vectors);
  }
}
