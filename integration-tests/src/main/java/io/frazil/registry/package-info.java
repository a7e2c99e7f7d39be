/**
 * A schema registry for converters that keep schemas outside of records, a process of this machine.
 *
 * <p>It must not know which converters use it. Read {@link io.frazil.registry.SchemaRegistry}
 * first.
 */
package io.frazil.registry;
