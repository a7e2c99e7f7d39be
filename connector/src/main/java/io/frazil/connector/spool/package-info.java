/**
 * Rows that wait on local disk until somebody asks for those of one lane, in the order in which
 * they came or sorted: so that what waits costs no heap. It must not know tables, files of tables
 * or Kafka.
 *
 * <p>Read {@link io.frazil.connector.spool.Spool} first.
 */
package io.frazil.connector.spool;
