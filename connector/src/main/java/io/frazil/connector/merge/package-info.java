/**
 * Merges the deltas of one commit into a table: which of several changes of a key wins, which rows
 * have to go, and what files the commit then adds and removes. It must not know Kafka, offsets or
 * how commits are made.
 *
 * <p>Read {@link io.frazil.connector.merge.Merger} first.
 */
package io.frazil.connector.merge;
