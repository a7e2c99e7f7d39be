/**
 * What a table needs to hold a record: the schema of a table to be created, or what the schema of
 * one that is there lacks. It must not know tables or catalogs, nor change anything.
 *
 * <p>Read {@link io.frazil.connector.schema.NewTableSchema} first, then {@link
 * io.frazil.connector.schema.SchemaDiff}.
 */
package io.frazil.connector.schema;
