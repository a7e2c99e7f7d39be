/** The connector and its task: the only place where the other packages are wired together. */
package io.frazil.connector;
