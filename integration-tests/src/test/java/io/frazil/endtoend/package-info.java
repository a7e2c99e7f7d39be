/**
 * The connector in real workers beside a real broker, through all that happens to them, from its
 * configuration to the rows that a reader of the table sees.
 *
 * <p>It must not look into the connector: only into Kafka, Connect's REST API and the tables. Read
 * {@link io.frazil.endtoend.Pipeline} first.
 */
package io.frazil.endtoend;
