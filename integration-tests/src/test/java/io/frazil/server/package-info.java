/** Servers that classes of tests share. Read {@link io.frazil.server.Servers} first. */
package io.frazil.server;
