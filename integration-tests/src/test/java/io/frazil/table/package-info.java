/** That tables are read as they are. */
package io.frazil.table;
