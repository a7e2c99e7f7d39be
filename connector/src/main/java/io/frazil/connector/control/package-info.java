/**
 * The control topic: what workers and the coordinator tell each other, on the wire. Payloads are
 * Iceberg's own events, so that tools that read such topics keep working; what those lack rides in
 * headers. It decides nothing: it knows neither tables nor rounds.
 *
 * <p>Read {@link io.frazil.connector.control.ControlCodec} first.
 */
package io.frazil.connector.control;
