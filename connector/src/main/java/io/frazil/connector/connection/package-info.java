/**
 * What a configuration connects to, opened, and closed again. Knows no table and no topic. Read
 * {@link io.frazil.connector.connection.Connections} first.
 */
package io.frazil.connector.connection;
