/**
 * What happened to one row: reads a sink record into a change. It must not know tables.
 *
 * <p>Read {@link io.frazil.connector.change.ChangeEvent} first, then {@link
 * io.frazil.connector.change.ChangeReader}.
 */
package io.frazil.connector.change;
