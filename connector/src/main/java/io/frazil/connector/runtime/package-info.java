/**
 * Where decisions are carried out: feeds records, control events and time into the protocol, and
 * does what it decides. All threads, clocks and retries are here. It decides nothing about offsets
 * or commits itself, and leaves records to {@code intake}.
 *
 * <p>Read {@link io.frazil.connector.runtime.WorkerRunner} first, then {@link
 * io.frazil.connector.runtime.CoordinatorRunner}.
 */
package io.frazil.connector.runtime;
