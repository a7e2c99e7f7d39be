package io.frazil.benchmark.deletes;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is measured.
 *
 * @param load the table and the changes to it
 * @param modes the delete modes, each with a table of its own
 * @param engines that read the tables
 * @param rounds how often reads, look-ups and writers are measured
 * @param folder where tables and index are while they are measured; a new folder in it is deleted
 *     at the end
 * @param docs the folder that gets the page and its charts, if any
 */
record Options(
    Load load,
    List<Mode> modes,
    List<Engine> engines,
    int rounds,
    Path folder,
    Optional<Path> docs) {
  static final String USAGE =
      """
      Usage: integration-tests/benchmark-deletes [--rows=10000000] [--files=30] [--keys=10000] [--commits=50]
               [--copy-on-write-commits=10] [--modes=EQUALITY,POSITION,DELETION_VECTOR,COPY_ON_WRITE]
               [--engines=SPARK,GENERIC] [--rounds=3] [--warehouse=FOLDER] [--docs=docs]""";

  private static final Pattern OPTION = Pattern.compile("--([a-z-]+)=(.+)");
  private static final Map<String, String> USUAL =
      Map.of(
          "rows", "10000000",
          "files", "30",
          "keys", "10000",
          "commits", "50",
          "copy-on-write-commits", "10",
          "modes", "EQUALITY,POSITION,DELETION_VECTOR,COPY_ON_WRITE",
          "engines", "SPARK,GENERIC",
          "rounds", "3",
          "warehouse", "integration-tests/deletes-benchmark/target/warehouses",
          "docs", "");

  /**
   * A table and the changes to it.
   *
   * @param rows of the table before the first commit
   * @param files that these rows are in
   * @param keys that each commit changes
   * @param commits how many there are
   * @param copyOnWriteCommits how many at most where each writes the whole table anew
   */
  record Load(int rows, int files, int keys, int commits, int copyOnWriteCommits) {
    private static final List<Integer> READS = List.of(0, 1, 10, 50);

    Load {
      if (rows < 1 || files < 1 || keys < 1 || commits < 1 || copyOnWriteCommits < 1) {
        throw new IllegalArgumentException("Cannot measure less than one of anything.");
      }
      if (files > rows) {
        throw new IllegalArgumentException(
            "Cannot divide %d rows among %d files.".formatted(rows, files));
      }
    }

    int commits(Mode mode) {
      return mode == Mode.COPY_ON_WRITE ? Math.min(commits, copyOnWriteCommits) : commits;
    }

    /** After how many commits the table is read. */
    List<Integer> reads(Mode mode) {
      int last = commits(mode);
      return Stream.concat(READS.stream().filter(read -> read < last), Stream.of(last)).toList();
    }
  }

  Options {
    requireNonNull(load, "load");
    modes = List.copyOf(modes);
    engines = List.copyOf(engines);
    requireNonNull(folder, "folder");
    requireNonNull(docs, "docs");
    if (rounds < 1) {
      throw new IllegalArgumentException("Cannot measure less than one round.");
    }
  }

  /**
   * What the arguments ask for, and the usual where they say nothing.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  static Options of(String[] arguments) {
    Map<String, String> values = new HashMap<>(USUAL);
    for (String argument : arguments) {
      Matcher option = OPTION.matcher(argument);
      if (!option.matches() || !USUAL.containsKey(option.group(1))) {
        throw new IllegalArgumentException("Cannot understand '%s'.".formatted(argument));
      }
      values.put(option.group(1), option.group(2));
    }
    return new Options(
        new Load(
            Integer.parseInt(values.get("rows")),
            Integer.parseInt(values.get("files")),
            Integer.parseInt(values.get("keys")),
            Integer.parseInt(values.get("commits")),
            Integer.parseInt(values.get("copy-on-write-commits"))),
        Stream.of(values.get("modes").split(",", -1)).map(Mode::valueOf).toList(),
        Stream.of(values.get("engines").split(",", -1)).map(Engine::valueOf).toList(),
        Integer.parseInt(values.get("rounds")),
        Path.of(values.get("warehouse")),
        Optional.of(values.get("docs")).filter(docs -> !docs.isEmpty()).map(Path::of));
  }
}
