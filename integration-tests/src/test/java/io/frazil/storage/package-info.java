/**
 * What stands between storage and its clients, to fail them. Read {@link
 * io.frazil.storage.StorageDoor} first.
 */
package io.frazil.storage;
