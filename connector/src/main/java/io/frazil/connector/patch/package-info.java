/**
 * Changes that do not tell the whole row: what they change, and how they are written to key files.
 * It must not know where they come from, nor where the present rows are.
 *
 * <p>Read {@link io.frazil.connector.patch.Patch} first.
 */
package io.frazil.connector.patch;
