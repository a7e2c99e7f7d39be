/**
 * What identifies a row of a table, and the compact form in which keys are compared in bulk. It
 * must not know files, catalogs or Kafka.
 *
 * <p>Read {@link io.frazil.connector.key.KeyColumns} first.
 */
package io.frazil.connector.key;
