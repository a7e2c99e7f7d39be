package io.frazil.connector.commit;

import java.util.List;

/**
 * The finished files of a cut.
 *
 * @param <F> a file; opaque here
 * @param files all data and delete files
 * @param removesOlderRows whether they remove rows of strictly older snapshots by key
 * @param rows the number of changes in them
 * @param bytes their size
 */
public record Written<F>(List<F> files, boolean removesOlderRows, long rows, long bytes) {
  public Written {
    files = List.copyOf(files);
  }
}
