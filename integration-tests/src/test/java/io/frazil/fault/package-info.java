/**
 * What goes wrong with the requests that a server of the tests gets.
 *
 * <p>It must not know of any server. Read {@link io.frazil.fault.Faults} first.
 */
package io.frazil.fault;
