package io.frazil.connector.storage;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * A table's storage that remembers which files were made through it. Closing it leaves the table's
 * open. Thread-safe, as far as the table's is.
 */
public final class RememberingFileIO implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO storage;
  private final ConcurrentLinkedQueue<String> locations = new ConcurrentLinkedQueue<>();

  /** The same storage, of which nothing is remembered yet. */
  public RememberingFileIO(FileIO storage) {
    this.storage = storage;
  }

  /** The locations of the files so far. */
  public List<String> newFiles() {
    return List.copyOf(locations);
  }

  @Override
  public InputFile newInputFile(String path) {
    return storage.newInputFile(path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    locations.add(path);
    return storage.newOutputFile(path);
  }

  @Override
  public void deleteFile(String path) {
    storage.deleteFile(path);
  }
}
