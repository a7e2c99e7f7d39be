package io.frazil.benchmark.deletes;

import static java.util.Objects.requireNonNull;

/**
 * What a commit took.
 *
 * @param write from the first changed row to complete files, in the task
 * @param merge from the complete files to what the snapshot adds and removes, in the coordinator
 * @param land all else in the coordinator: loads, plan, the commit itself
 */
record CommitFigures(Cost write, Cost merge, Cost land, Written written) {
  CommitFigures {
    requireNonNull(write, "write");
    requireNonNull(merge, "merge");
    requireNonNull(land, "land");
    requireNonNull(written, "written");
  }
}
