package io.frazil.connector.merge;

import io.frazil.connector.resolve.LiveFile;
import java.util.Collection;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.util.ContentFileUtil;

/** How much of a table is dead: it says when to compact. */
final class DeleteDebt {
  private DeleteDebt() {}

  /** The share of the rows of these files that delete files remove, as far as they tell. */
  static double of(Collection<LiveFile> files) {
    long rows = 0;
    long dead = 0;
    for (LiveFile file : files) {
      rows += file.file().recordCount();
      for (DeleteFile deletes : file.deletes()) {
        dead += ContentFileUtil.isFileScoped(deletes) ? deletes.recordCount() : 0;
      }
    }
    return rows == 0 ? 0 : (double) dead / rows;
  }
}
