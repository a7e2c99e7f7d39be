/**
 * What a table needs to hold a record: the schema of a table to be created. It must not know tables
 * or catalogs, nor change anything.
 *
 * <p>Read {@link io.frazil.connector.schema.NewTableSchema} first.
 */
package io.frazil.connector.schema;
