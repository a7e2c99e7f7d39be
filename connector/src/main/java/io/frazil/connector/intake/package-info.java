/**
 * What takes records in: to which tables they go, how these are reached, created, changed and
 * opened, and how changes become rows of their open files. Knows nothing of offsets, rounds and
 * what is committed.
 *
 * <p>Read {@link io.frazil.connector.intake.Intake} first, then {@link
 * io.frazil.connector.intake.TableOpener}.
 */
package io.frazil.connector.intake;
