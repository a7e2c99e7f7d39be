/** Records as sources send them, and what may be wrong with them. */
package io.frazil.transforms.sample;
