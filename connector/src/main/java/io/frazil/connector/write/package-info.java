/**
 * The changes of one task to one table, until a cut: rows become data files, keys whose older rows
 * must go become one key file. It must not know Kafka, catalogs or commits.
 *
 * <p>Read {@link io.frazil.connector.write.DeltaWriter} first.
 */
package io.frazil.connector.write;
