/**
 * What a user can set: one record for each group of options, each with its piece of the definition
 * and the reading of it, the checks across options, and the printer of the manual. It must not know
 * what the options are used for, nor Iceberg.
 *
 * <p>Read {@link io.frazil.connector.config.FrazilConfig} first.
 */
package io.frazil.connector.config;
