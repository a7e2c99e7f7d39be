/**
 * Which tables a record goes to, by their names. It must not know what is done with them.
 *
 * <p>Read {@link io.frazil.connector.routing.Router} first.
 */
package io.frazil.connector.routing;
