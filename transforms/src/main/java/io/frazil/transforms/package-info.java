/**
 * Single-message transforms: each turns one source's format into the change envelope. They must not
 * know the connector.
 *
 * <p>Read {@link io.frazil.transforms.DmsCsv} first.
 */
package io.frazil.transforms;
