/**
 * Tables against the databases that they mirror: a source connector captures the changes, and the
 * examples' sinks apply them.
 */
package io.frazil.capture;
