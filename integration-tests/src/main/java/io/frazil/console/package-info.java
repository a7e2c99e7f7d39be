/**
 * What people who start something in a terminal get to see. It must not know what that is.
 *
 * <p>Read {@link io.frazil.console.Narrator} first.
 */
package io.frazil.console;
