/**
 * Takes rows at known positions out of data files, in the form that a table's format and its owner
 * ask for, and reads the rows that are left. It must not know Kafka, catalogs or how commits are
 * made: what it writes is in no table before somebody commits it.
 *
 * <p>Read {@link io.frazil.connector.deletes.RowRemover} first.
 */
package io.frazil.connector.deletes;
