/**
 * Processes that end with the process that started them.
 *
 * <p>It must not know what runs in them. Read {@link io.frazil.process.ChildProcess} first.
 */
package io.frazil.process;
