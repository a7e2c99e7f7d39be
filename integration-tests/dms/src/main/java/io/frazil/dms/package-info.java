/**
 * A stand-in for AWS DMS: {@link io.frazil.dms.Depot} is a table that changes at random, and {@link
 * io.frazil.dms.DmsTask} writes the messages that DMS would send to Kafka, as its documentation and
 * published messages have them. Knows neither Kafka nor the plugin. Read {@link
 * io.frazil.dms.Migration} first.
 */
package io.frazil.dms;
