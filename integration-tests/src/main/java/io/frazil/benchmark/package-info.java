/**
 * Measures the connector beside Apache's sink: the same records, the same worker, one after the
 * other. Not part of the tests, since figures of a shared machine prove nothing.
 *
 * <p>It must not know more of the connectors than their JSON. Read {@link
 * io.frazil.benchmark.SinkBenchmark} first.
 */
package io.frazil.benchmark;
