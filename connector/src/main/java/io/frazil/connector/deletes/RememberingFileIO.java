package io.frazil.connector.deletes;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** A table's storage that remembers which files were made. Closing it leaves the table's open. */
final class RememberingFileIO implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO storage;
  private final List<String> locations = new ArrayList<>();

  RememberingFileIO(FileIO storage) {
    this.storage = storage;
  }

  /** The locations of the files so far. */
  List<String> newFiles() {
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
