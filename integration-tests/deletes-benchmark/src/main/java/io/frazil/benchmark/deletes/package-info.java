/**
 * Measures what each delete mode costs: the same changes come into tables that are equal but for
 * it, as a task writes and a coordinator commits them, but without Kafka. Not part of the tests,
 * since figures of a shared machine prove nothing.
 *
 * <p>It must not know Kafka or Connect. Read {@link io.frazil.benchmark.deletes.DeletesBenchmark}
 * first.
 */
package io.frazil.benchmark.deletes;
