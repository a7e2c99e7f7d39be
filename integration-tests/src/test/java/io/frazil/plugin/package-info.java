/** The plugin as users get it: what is in the zip, and that a worker loads it. */
package io.frazil.plugin;
