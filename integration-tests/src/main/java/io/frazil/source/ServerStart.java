package io.frazil.source;

import io.frazil.process.ChildProcess;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Waits for servers to come up. */
final class ServerStart {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private ServerStart() {}

  /** Opens a connection. */
  interface Attempt {
    Sql connect() throws SQLException;
  }

  /** Returns when the server accepts a connection; ends it if it does not. */
  static void await(ChildProcess server, Attempt attempt) {
    try {
      Awaitility.await("an answer of " + server.name())
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .failFast(
              () -> {
                if (!server.isAlive()) {
                  throw new IllegalStateException(server.name() + " ended. " + server.logTail(30));
                }
              })
          .until(() -> answers(attempt));
    } catch (RuntimeException failure) {
      server.cut();
      throw failure;
    }
  }

  private static boolean answers(Attempt attempt) {
    try {
      attempt.connect().close();
      return true;
    } catch (SQLException notYet) {
      return false;
    }
  }
}
