package io.frazil.connector.intake;

import io.frazil.connector.config.TableSetting;

/**
 * Why a table cannot be written to as it is set.
 *
 * @param setting what is set and does not go with the table
 * @param message what is wrong and what to do
 */
public record Misfit(TableSetting setting, String message) {}
