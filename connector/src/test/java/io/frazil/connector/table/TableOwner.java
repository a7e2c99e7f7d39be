package io.frazil.connector.table;

import io.frazil.connector.commit.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.SnapshotUtil;

/** What the owner of a table may do to it beside the connector: to its history, or all of it. */
final class TableOwner {
  private static final String OTHERS_BRANCH = "others";

  private final MergedTable table;
  private int tags;

  TableOwner(MergedTable table) {
    this.table = table;
  }

  /** The snapshots of the branch that are left, newest first. */
  List<Long> history() {
    List<Long> ids = new ArrayList<>();
    Table loaded = table.table();
    Optional<Snapshot> head = table.head();
    if (head.isPresent()) {
      SnapshotUtil.ancestorsOf(head.get().snapshotId(), loaded::snapshot)
          .forEach(snapshot -> ids.add(snapshot.snapshotId()));
    }
    return ids;
  }

  /** Makes an earlier snapshot the newest of the branch. */
  void rollBackTo(long snapshotId) {
    ManageSnapshots snapshots = table.table().manageSnapshots();
    String branch = table.ref().branch();
    if (branch.equals(TableRef.MAIN)) {
      snapshots.rollbackTo(snapshotId);
    } else {
      snapshots.replaceBranch(branch, snapshotId);
    }
    snapshots.commit();
  }

  /** Gives the newest snapshot a name, which keeps it from being expired. */
  void tag() {
    table
        .head()
        .ifPresent(
            head ->
                table
                    .table()
                    .manageSnapshots()
                    .createTag("tag" + tags++, head.snapshotId())
                    .commit());
  }

  /** Commits to a branch of its own, which begins where main is now. */
  void commitElsewhere() {
    table.table().newAppend().toBranch(OTHERS_BRANCH).commit();
  }

  /** Drops the table and creates another with its name. */
  void createAnew(int formatVersion) {
    Table old = table.table();
    table.catalog().dropTable(MergedTable.NAME, false);
    table
        .catalog()
        .buildTable(MergedTable.NAME, MergedTable.SCHEMA)
        .withPartitionSpec(old.spec())
        .withProperties(old.properties())
        .withProperty(TableProperties.FORMAT_VERSION, Integer.toString(formatVersion))
        .create();
  }

  /** Replaces schema and rows in place: the table keeps its UUID and its history. */
  void replace(Schema schema) {
    table.catalog().buildTable(MergedTable.NAME, schema).replaceTransaction().commitTransaction();
  }
}
