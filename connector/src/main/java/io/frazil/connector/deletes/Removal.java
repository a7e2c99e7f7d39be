package io.frazil.connector.deletes;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * What a commit adds to a table and takes from it so that rows are gone.
 *
 * @param addedRows data files to add
 * @param removedRows data files of the table to remove
 * @param supersededRows data files of the same commit that must not be added: {@code addedRows} has
 *     what is left of them. Nothing refers to them once the commit is done
 * @param addedDeletes delete files to add
 * @param replacedDeletes delete files of the table to remove
 */
public record Removal(
    List<DataFile> addedRows,
    List<DataFile> removedRows,
    List<DataFile> supersededRows,
    List<DeleteFile> addedDeletes,
    List<DeleteFile> replacedDeletes) {

  public Removal {
    addedRows = List.copyOf(addedRows);
    removedRows = List.copyOf(removedRows);
    supersededRows = List.copyOf(supersededRows);
    addedDeletes = List.copyOf(addedDeletes);
    replacedDeletes = List.copyOf(replacedDeletes);
  }

  /** By delete files alone. */
  static Removal byDeletes(List<DeleteFile> addedDeletes, List<DeleteFile> replacedDeletes) {
    return new Removal(List.of(), List.of(), List.of(), addedDeletes, replacedDeletes);
  }
}
