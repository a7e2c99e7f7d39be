/**
 * What AWS DMS writes: {@link io.frazil.transforms.dms.UnwrapDms} reads its messages for Kafka,
 * {@link io.frazil.transforms.dms.DmsCsvLine} the lines of its files. Read these first.
 */
package io.frazil.transforms.dms;
