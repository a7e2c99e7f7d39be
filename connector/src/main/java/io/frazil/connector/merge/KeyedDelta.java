package io.frazil.connector.merge;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;

/**
 * One delta.
 *
 * @param rows its data files, with the row that each key has after it
 * @param keys names the keys that it changes, each once; a delta that only adds rows has none
 * @param isTruncation whether it begins with an empty table
 */
public record KeyedDelta(List<DataFile> rows, Optional<DeleteFile> keys, boolean isTruncation) {
  public KeyedDelta {
    rows = List.copyOf(rows);
    requireNonNull(keys, "keys");
  }

  /**
   * Tells a delta's files apart.
   *
   * @throws IllegalArgumentException if there is one of another kind, or a second key file
   */
  public static KeyedDelta of(List<ContentFile<?>> files) {
    List<DataFile> rows =
        files.stream().filter(DataFile.class::isInstance).map(DataFile.class::cast).toList();
    List<DeleteFile> keys =
        files.stream()
            .filter(file -> file.content() == FileContent.EQUALITY_DELETES)
            .map(DeleteFile.class::cast)
            .toList();
    if (keys.size() > 1 || rows.size() + keys.size() < files.size()) {
      throw new IllegalArgumentException(
          "Cannot merge a delta of other files than data files and one key file: "
              + files.stream().map(ContentFile::location).toList());
    }
    return new KeyedDelta(rows, keys.stream().findFirst(), false);
  }

  /** The same delta, which begins with an empty table. */
  public KeyedDelta truncating() {
    return new KeyedDelta(rows, keys, true);
  }

  /** The same delta, which removes no rows by key; patches it still has. */
  KeyedDelta withoutKeys() {
    return hasPatches() ? this : new KeyedDelta(rows, Optional.empty(), isTruncation);
  }

  /** Whether it changes rows in part. */
  boolean hasPatches() {
    return keys.filter(KeyFiles::havePatches).isPresent();
  }

  /** Its files. */
  List<ContentFile<?>> files() {
    return Stream.concat(rows.stream(), keys.stream()).<ContentFile<?>>map(file -> file).toList();
  }
}
