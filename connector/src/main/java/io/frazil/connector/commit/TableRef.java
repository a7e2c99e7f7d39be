package io.frazil.connector.commit;

import static java.util.Objects.requireNonNull;

/**
 * The table and branch that changes go to: the protocol's own name of it.
 *
 * @param table the table's identifier as the catalog knows it, with dots between its parts
 * @param branch the branch that is committed to
 */
public record TableRef(String table, String branch) {
  public static final String MAIN = "main";

  public TableRef {
    requireNonNull(table, "table");
    requireNonNull(branch, "branch");
  }

  public static TableRef main(String table) {
    return new TableRef(table, MAIN);
  }

  @Override
  public String toString() {
    return MAIN.equals(branch) ? table : table + "@" + branch;
  }
}
