/**
 * A Kafka broker and Connect workers for tests and quickstart, each its own process, with the
 * plugin from its zip.
 *
 * <p>It must not know which connectors run on it, nor anything of Iceberg. Read {@link
 * io.frazil.cluster.KafkaCluster} first.
 */
package io.frazil.cluster;
