package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The finished files of a cut.
 *
 * @param <F> a file; opaque here
 * @param files all data and delete files
 * @param olderRows what they do to rows of strictly older snapshots
 * @param rows the number of changes in them
 * @param bytes their size
 */
public record Written<F>(List<F> files, OlderRows olderRows, long rows, long bytes) {
  public Written {
    files = List.copyOf(files);
    requireNonNull(olderRows, "olderRows");
  }
}
