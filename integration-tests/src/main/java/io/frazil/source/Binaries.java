package io.frazil.source;

import io.frazil.cluster.Installation;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a server, as they come with a Maven artifact.
 *
 * @param folder has the programs in its folder {@code bin}
 */
record Binaries(Path folder) {
  static Binaries postgres(Installation installation) {
    Path built = installation.postgres();
    Path target = built.resolve("unpacked");
    try {
      if (!Files.exists(target)) {
        // Not one for temporary files, which only its owner may read.
        Path unfinished = built.resolve("unpacking-" + ProcessHandle.current().pid());
        unpack(archive(built), unfinished);
        publish(unfinished, target);
      }
      return new Binaries(target);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot unpack PostgreSQL in '%s'.".formatted(built), failure);
    }
  }

  static Binaries mariaDb(Installation installation) {
    Path built = installation.mariaDb();
    try (Stream<Path> paths = Files.walk(built, 6)) {
      return new Binaries(
          paths
              .filter(path -> Files.exists(path.resolve("bin/mariadbd")))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "Cannot find bin/mariadbd below '%s'.".formatted(built))));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot list '%s'.".formatted(built), failure);
    }
  }

  Path program(String name) {
    Path program = folder.resolve("bin").resolve(name);
    try {
      makeExecutable(program);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot make '%s' executable.".formatted(program), failure);
    }
    return program;
  }

  private static Path archive(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".txz"))
          .findFirst()
          .orElseThrow(
              () -> new IllegalStateException("Cannot find a .txz in '%s'.".formatted(folder)));
    }
  }

  private static void unpack(Path archive, Path target) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        TarArchiveInputStream content = new TarArchiveInputStream(new XZInputStream(file))) {
      TarArchiveEntry entry = content.getNextEntry();
      while (entry != null) {
        Path path = target.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else if (entry.isSymbolicLink()) {
          Files.createDirectories(path.getParent());
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(content, path);
        }
        entry = content.getNextEntry();
      }
    }
    // Not only the one that is asked for: they start each other.
    try (Stream<Path> programs = Files.list(target.resolve("bin"))) {
      for (Path program : programs.toList()) {
        makeExecutable(program);
      }
    }
  }

  private static void publish(Path unfinished, Path target) throws IOException {
    try {
      Files.move(unfinished, target);
    } catch (FileAlreadyExistsException other) {
      // Another process was faster, and did the same.
    }
  }

  private static void makeExecutable(Path program) throws IOException {
    if (!Files.isExecutable(program)) {
      EnumSet<PosixFilePermission> permissions =
          EnumSet.copyOf(Files.getPosixFilePermissions(program));
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      Files.setPosixFilePermissions(program, permissions);
    }
  }
}
