package io.frazil.connector.config;

/** What a delete does to a table. */
public enum DeleteHandling {
  /** The row goes. */
  HARD,
  /** The row stays, and a column flags it as deleted. */
  SOFT,
  /** Nothing: the row stays as it is. */
  IGNORE
}
