/**
 * Iceberg tables as the connector needs them: catalog, creation, commits, and the offsets that
 * snapshots carry. It must not know Kafka or records.
 *
 * <p>Read {@link io.frazil.connector.table.TableCreator} first.
 */
package io.frazil.connector.table;
