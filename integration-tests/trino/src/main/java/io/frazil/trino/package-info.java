/**
 * Trino as a function from statements to rows, which the query server of the integration tests
 * serves.
 *
 * <p>It must not know this project. Read {@link io.frazil.trino.TrinoQueries}.
 */
package io.frazil.trino;
