/**
 * A table's storage, as those use it who write files that may never be committed.
 *
 * <p>Read {@link io.frazil.connector.storage.RememberingFileIO} first.
 */
package io.frazil.connector.storage;
