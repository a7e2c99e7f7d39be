/**
 * The open files of one task for one table, until a cut: rows go to data files, keys whose older
 * rows must go to one key file. It must not know Kafka, catalogs or commits.
 *
 * <p>Read {@link io.frazil.connector.write.DeltaWriter} first.
 */
package io.frazil.connector.write;
