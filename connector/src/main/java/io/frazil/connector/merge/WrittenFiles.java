package io.frazil.connector.merge;

import io.frazil.connector.deletes.RowRemover;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files around one merge that are to be deleted when it is known what became of it. */
final class WrittenFiles implements Merge.Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(WrittenFiles.class);

  private final Table table;
  private final List<RowRemover> removers = new ArrayList<>();
  private final List<String> ours = new ArrayList<>();
  private final List<String> consumed = new ArrayList<>();

  WrittenFiles(Table table) {
    this.table = table;
  }

  /** Takes over what this writes. */
  RowRemover add(RowRemover remover) {
    removers.add(remover);
    return remover;
  }

  /** Takes over a file that was, or is being, written for the merge. */
  void add(String location) {
    ours.add(location);
  }

  /** A delta's file that no snapshot will have. */
  void consumed(ContentFile<?> file) {
    consumed.add(file.location());
  }

  @Override
  public void deleteAfterLanding() {
    consumed.forEach(this::delete);
  }

  @Override
  public void deleteAfterFailure() {
    removers.forEach(RowRemover::discard);
    ours.forEach(this::delete);
  }

  private void delete(String location) {
    try {
      table.io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Cannot delete file {} that no commit of table {} has", location, table.name(), e);
    }
  }
}
