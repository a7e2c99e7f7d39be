/**
 * The one form in which transforms hand changes on, whatever their source. It must not know any
 * source.
 *
 * <p>Read {@link io.frazil.transforms.envelope.Envelope} first.
 */
package io.frazil.transforms.envelope;
