/**
 * Databases whose changes a source connector captures, each a process of this machine with data of
 * its own.
 *
 * <p>It must not know who captures the changes, nor anything of Kafka. Read {@link
 * io.frazil.source.SourceDatabase} first.
 */
package io.frazil.source;
