/**
 * Reads tables as any user of the catalog would, to see what the connector has done.
 *
 * <p>It must not use the connector's code: what stands in a table has to be understood from
 * outside. Read {@link io.frazil.table.Warehouse} first.
 */
package io.frazil.table;
