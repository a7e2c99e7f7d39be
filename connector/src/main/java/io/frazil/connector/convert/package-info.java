/**
 * Connect values become Iceberg values, without loss or not at all. It must not know where records
 * come from or files go to; no value of a record ever gets into a message.
 *
 * <p>Read {@link io.frazil.connector.convert.RecordConverter} first; each type of a column has its
 * own {@link io.frazil.connector.convert.ValueConverter}.
 */
package io.frazil.connector.convert;
