/** What the benchmark makes of arguments and figures; nothing is measured here. */
package io.frazil.benchmark;
