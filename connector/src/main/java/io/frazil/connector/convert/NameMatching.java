package io.frazil.connector.convert;

import java.util.Locale;

/** How the name of a field finds its column. */
public enum NameMatching {
  /** The names are the same. */
  EXACT {
    @Override
    String normalized(String name) {
      return name;
    }
  },
  /** The names differ at most in case. */
  IGNORING_CASE {
    @Override
    String normalized(String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  };

  /** What is equal for two names that match. */
  abstract String normalized(String name);
}
