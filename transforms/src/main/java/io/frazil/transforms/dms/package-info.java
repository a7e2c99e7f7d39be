/** What AWS DMS writes. Read {@link io.frazil.transforms.dms.DmsCsvLine} first. */
package io.frazil.transforms.dms;
