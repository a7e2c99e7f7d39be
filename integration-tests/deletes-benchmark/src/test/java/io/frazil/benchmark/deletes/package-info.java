/** What the benchmark makes of arguments and figures, and that its changes are what they say. */
package io.frazil.benchmark.deletes;
