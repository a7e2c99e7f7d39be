/** Tests of {@link io.frazil.console}. */
package io.frazil.console;
