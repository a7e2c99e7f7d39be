package io.frazil.connector.resolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** What can happen to the folder of a key index while it is in use. */
public enum IndexDamage {
  FOLDER_DELETED {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      deleteBlocks(folder);
      Files.delete(folder);
    }
  },
  A_FILE_IN_PLACE_OF_THE_FOLDER {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      FOLDER_DELETED.happen(folder, random);
      Files.writeString(folder, "x");
    }
  },
  BLOCKS_CUT_SHORT {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      for (Path block : blocksWithContent(folder)) {
        byte[] bytes = Files.readAllBytes(block);
        Files.write(block, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      }
    }
  },
  ALL_PAGES_AND_DIRECTORIES_CHANGED {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      for (Path block : blocksWithContent(folder)) {
        byte[] bytes = Files.readAllBytes(block);
        for (int at = random.nextInt(Math.min(1000, bytes.length)); at < bytes.length; at += 1000) {
          bytes[at] ^= 4;
        }
        Files.write(block, bytes);
      }
    }
  },
  BLOCKS_EXCHANGED {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      List<Path> blocks = blocks(folder);
      if (blocks.isEmpty()) {
        return;
      }
      byte[] first = Files.readAllBytes(blocks.get(0));
      for (int block = 1; block < blocks.size(); block++) {
        Files.copy(blocks.get(block), blocks.get(block - 1), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.write(blocks.get(blocks.size() - 1), first);
    }
  },
  FOLDERS_IN_PLACE_OF_BLOCKS {
    @Override
    void happen(Path folder, SplittableRandom random) throws IOException {
      for (Path block : blocks(folder)) {
        Files.delete(block);
        Files.createDirectories(block.resolve("not-empty"));
      }
    }
  };

  abstract void happen(Path folder, SplittableRandom random) throws IOException;

  /** Happens to a folder that may have been damaged before; then perhaps to nothing. */
  public final void happenAgain(Path folder, SplittableRandom random) {
    try {
      if (Files.isDirectory(folder) && list(folder).stream().allMatch(Files::isRegularFile)) {
        happen(folder, random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> blocks(Path folder) throws IOException {
    return list(folder).stream().filter(file -> file.toString().endsWith(".keys")).toList();
  }

  /** One that was cut short may have none. */
  private static List<Path> blocksWithContent(Path folder) throws IOException {
    return blocks(folder).stream().filter(block -> block.toFile().length() > 0).toList();
  }

  static void deleteBlocks(Path folder) throws IOException {
    for (Path block : blocks(folder)) {
      Files.deleteIfExists(block);
    }
  }

  static List<Path> list(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
