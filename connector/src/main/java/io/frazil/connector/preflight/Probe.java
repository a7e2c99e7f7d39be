package io.frazil.connector.preflight;

import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.connection.Connections;

/** Looks at one thing outside that a configuration needs, and changes nothing of it. */
interface Probe {
  /**
   * Looks for what is not as the configuration needs it; blocks, and may be interrupted or left
   * behind.
   *
   * @param connections closed afterwards
   * @param answers takes each answer as it comes
   * @throws RuntimeException if it cannot be reached
   */
  void look(FrazilConfig config, Connections connections, Answers answers);

  /** What to tell where it cannot be reached, for the given reason. */
  Finding unreachable(FrazilConfig config, String reason);

  /**
   * Something that is wrong.
   *
   * @param key the option at fault
   * @param message what is wrong and what to do
   */
  record Finding(String key, String message) {}
}
