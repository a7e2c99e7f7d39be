/**
 * Object storage for tables, a process of this machine.
 *
 * <p>It must not know of tables. Read {@link io.frazil.storage.S3Server} first.
 */
package io.frazil.storage;
