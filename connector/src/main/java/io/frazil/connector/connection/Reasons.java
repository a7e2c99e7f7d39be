package io.frazil.connector.connection;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Tells in one sentence why something failed, with the causes that say more. */
public final class Reasons {
  private static final int MAX_DEPTH = 10;

  private Reasons() {}

  /** The messages of a failure and its causes, each once. */
  public static String of(Throwable failure) {
    Set<String> messages = new LinkedHashSet<>();
    Optional<Throwable> next = Optional.of(failure);
    for (int depth = 0; depth < MAX_DEPTH && next.isPresent(); depth++) {
      Throwable present = next.orElseThrow();
      messages.add(
          Optional.ofNullable(present.getMessage())
              .filter(message -> !message.isBlank())
              .orElseGet(() -> present.getClass().getSimpleName())
              .strip());
      next = Optional.ofNullable(present.getCause());
    }
    String text = String.join(": ", messages).replaceAll("\\s+", " ");
    return text.endsWith(".") ? text : text + ".";
  }
}
