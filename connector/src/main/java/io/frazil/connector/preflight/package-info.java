/**
 * What is looked at outside before a connector starts: catalog, tables, Kafka. Changes nothing of
 * it. Read {@link io.frazil.connector.preflight.Preflight} first.
 */
package io.frazil.connector.preflight;
