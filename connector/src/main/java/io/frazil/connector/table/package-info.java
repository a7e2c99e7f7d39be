/**
 * Iceberg tables as the protocol needs them: the catalog, and commits that carry their source
 * offsets. It knows nothing of Kafka, of workers or of rounds.
 *
 * <p>Read {@link io.frazil.connector.table.TableCommitter} first.
 */
package io.frazil.connector.table;
