package io.frazil.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a process of ours that makes a folder makes it as root, which servers do not like. */
final class Superuser {
  private static final int ROOT = 0;

  private Superuser() {}

  static boolean owns(Path folder) {
    try {
      return Files.getAttribute(folder, "unix:uid").equals(ROOT);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot tell who owns '%s'.".formatted(folder), failure);
    }
  }
}
