/**
 * Finds the rows of keys: which data files of a table may hold them, and where in those they lie.
 * It must not know Kafka, catalogs or how commits are made.
 *
 * <p>Read {@link io.frazil.connector.resolve.LiveFile} first.
 */
package io.frazil.connector.resolve;
