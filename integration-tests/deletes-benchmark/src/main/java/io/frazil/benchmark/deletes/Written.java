package io.frazil.benchmark.deletes;

/**
 * What a commit writes, in bytes.
 *
 * @param rows files of the changed rows
 * @param rewritten files of rows that were in the table already
 * @param deletes files that remove rows
 * @param keys files of changed keys that end with the commit
 * @param metadata of the table
 */
record Written(long rows, long rewritten, long deletes, long keys, long metadata) {
  long all() {
    return rows + rewritten + deletes + keys + metadata;
  }
}
