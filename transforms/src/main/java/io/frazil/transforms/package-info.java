/** Single-message transforms: each turns one source's format into the change envelope. */
package io.frazil.transforms;
