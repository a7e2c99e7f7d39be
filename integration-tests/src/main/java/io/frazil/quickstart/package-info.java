/**
 * The one command that shows the main job: change records on their way into a table.
 *
 * <p>It must not know more of the connector than its JSON. Read {@link
 * io.frazil.quickstart.Quickstart} first.
 */
package io.frazil.quickstart;
