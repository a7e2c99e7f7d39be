package io.frazil.connector;

import io.frazil.connector.config.FrazilConfig;
import java.util.List;

/** Looks at one thing outside that a configuration needs, and changes nothing of it. */
interface Probe {
  /**
   * What is not as the configuration needs it; blocks, and may be interrupted.
   *
   * @param connections closed afterwards
   * @throws RuntimeException if it cannot be reached
   */
  List<Finding> look(FrazilConfig config, Connections connections);

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
