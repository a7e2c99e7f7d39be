/**
 * Single-message transforms: each turns one source's format into the change {@link
 * io.frazil.transforms.envelope.Envelope}. They must not know the connector.
 *
 * <p>A package for each source, and {@code envelope} for what they have in common: read that first.
 * Below it are {@code record}, for records of any source, and {@code option}, for how options are
 * defined.
 */
package io.frazil.transforms;
