package io.frazil.benchmark.deletes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Adds up what is in a folder. */
final class FolderSize {
  private FolderSize() {}

  /** The bytes of the files in a folder, without the checksums that Hadoop adds on local disk. */
  static long of(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      long bytes = 0;
      for (Path file : files.filter(path -> !path.toString().endsWith(".crc")).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list '" + folder + "'.", e);
    }
  }
}
