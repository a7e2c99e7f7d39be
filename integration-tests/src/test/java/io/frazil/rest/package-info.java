/**
 * Iceberg's REST catalog on the loopback interface of this JVM: whom it lets in, which credentials
 * for the storage it hands out, and how it fails on demand.
 *
 * <p>It must not know of the connector. What it answers follows the REST catalog's specification.
 * Read {@link io.frazil.rest.RestCatalogServer} first.
 */
package io.frazil.rest;
