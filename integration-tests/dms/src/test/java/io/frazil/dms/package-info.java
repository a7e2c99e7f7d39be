/** The stand-in for DMS against published messages, and the transform against the stand-in. */
package io.frazil.dms;
