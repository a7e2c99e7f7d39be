/** Tests of {@code io.frazil.engine}, and an engine for the other tests. */
package io.frazil.engine;
