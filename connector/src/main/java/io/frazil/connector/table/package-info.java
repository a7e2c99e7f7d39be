/**
 * Iceberg tables as the connector needs them: catalog, creation, commits, and the offsets that
 * snapshots carry. It must not know Kafka, records, workers or rounds.
 *
 * <p>Read {@link io.frazil.connector.table.TableCommitter} first.
 */
package io.frazil.connector.table;
