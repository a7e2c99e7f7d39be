/**
 * The commit protocol as values: events go in, decisions come out. It knows no Kafka, no Iceberg,
 * no clock, no thread and no logger, so that the simulation can drive it through any fault.
 *
 * <p>Read {@link io.frazil.connector.commit.Delta} first, then {@link
 * io.frazil.connector.commit.Worker} and {@link io.frazil.connector.commit.Coordinator}.
 */
package io.frazil.connector.commit;
