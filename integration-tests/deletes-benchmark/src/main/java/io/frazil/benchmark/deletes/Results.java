package io.frazil.benchmark.deletes;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * All that was measured.
 *
 * @param tableBytes of the table's data files before the first commit
 * @param modes in the order in which they are shown
 * @param engines that reads were measured with
 */
record Results(
    Options.Load load,
    long tableBytes,
    WriterFigures writers,
    LookupFigures lookups,
    List<ModeResults> modes,
    List<Engine> engines,
    ReadFigures reads) {
  /** The table before the first commit, which is the same in each mode. */
  static final String UNMODIFIED = "unmodified";

  /** The table of all rows after the last commit, as if just written. */
  static final String COMPACTED = "compacted";

  Results {
    requireNonNull(load, "load");
    requireNonNull(writers, "writers");
    requireNonNull(lookups, "lookups");
    modes = List.copyOf(modes);
    engines = List.copyOf(engines);
    requireNonNull(reads, "reads");
  }

  /**
   * The commits of one mode.
   *
   * @param commits at least one
   * @param indexBytesPerRow 0 where there is no index
   */
  record ModeResults(Mode mode, List<CommitFigures> commits, double indexBytesPerRow) {
    ModeResults {
      requireNonNull(mode, "mode");
      commits = List.copyOf(commits);
    }

    /** Those that find the index as the one before left it; the only one, if there is one. */
    List<CommitFigures> warmCommits() {
      return commits.size() == 1 ? commits : commits.subList(1, commits.size());
    }
  }
}
