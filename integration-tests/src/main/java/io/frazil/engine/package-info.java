/**
 * Query engines that others wrote, each a process of its own, to read and change tables as their
 * users do.
 *
 * <p>It must not know who writes the tables. Read {@link io.frazil.engine.QueryEngine} first.
 */
package io.frazil.engine;
