/** That no process outlives whoever started it, unless it was released. */
package io.frazil.process;
