/**
 * What a task tells whoever watches it, and how it is shown. It knows nothing of the rest.
 *
 * <p>Read {@link io.frazil.connector.metrics.TaskListener} first.
 */
package io.frazil.connector.metrics;
