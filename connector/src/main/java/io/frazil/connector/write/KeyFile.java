package io.frazil.connector.write;

import io.frazil.connector.patch.Patch;
import io.frazil.connector.spool.Lane;
import io.frazil.connector.spool.LaneReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;

/**
 * The keys whose rows of older snapshots must go, wherever they lie, in one equality-delete file.
 * No key, no file. Where there are patches, they are in it, each with its key, and the file is not
 * to be taken for an equality delete any more.
 */
final class KeyFile implements DeltaPart {
  private final NewFiles files;
  private final PartitionSpec spec;
  private final Lane deletes;
  private final IntPredicate kept;
  private final List<Patch> patches = new ArrayList<>();
  private Optional<EqualityDeleteWriter<Record>> writer = Optional.empty();

  /**
   * A file without keys.
   *
   * @param spec the spec that the file names
   * @param deletes where keys without a row wait
   * @param kept tells by its mark whether such a key goes into the file
   */
  KeyFile(NewFiles files, PartitionSpec spec, Lane deletes, IntPredicate kept) {
    this.files = files;
    this.spec = spec;
    this.deletes = deletes;
    this.kept = kept;
  }

  /** Adds a key that has no row in this delta, unless it turns out that it has one after all. */
  void delete(int mark, Record keyRow) {
    deletes.add(mark, keyRow);
  }

  /** Adds a key with what becomes of its row, before anything is written. */
  void patch(Patch patch) {
    patches.add(patch);
  }

  /** Adds a key. */
  void write(Record keyRow) {
    if (patches.isEmpty()) {
      append(keyRow);
    } else {
      append(files.patchRow(keyRow));
    }
  }

  private void append(Record row) {
    if (writer.isEmpty()) {
      writer = Optional.of(patches.isEmpty() ? files.openKeyFile(spec) : files.openPatchFile(spec));
    }
    writer.get().write(row);
  }

  @Override
  public long bytes() {
    return writer.map(EqualityDeleteWriter::length).orElse(0L);
  }

  @Override
  public List<DeleteFile> complete() {
    LaneReader reader = deletes.read();
    while (reader.next()) {
      if (kept.test(reader.mark())) {
        write(reader.row());
      }
    }
    patches.forEach(patch -> files.patchRows(patch).forEach(this::append));
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot complete the key file of table " + files, e);
    }
    return writer.map(EqualityDeleteWriter::toDeleteFile).map(List::of).orElse(List.of());
  }

  @Override
  public void close() throws IOException {
    if (writer.isPresent()) {
      writer.get().close();
    }
  }
}
