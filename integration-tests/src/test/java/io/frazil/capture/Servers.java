package io.frazil.capture;

import io.frazil.cluster.Installation;
import io.frazil.registry.SchemaRegistry;
import io.frazil.source.MariaDbServer;
import io.frazil.source.PostgresServer;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Servers for all classes that ask: each starts with the first of them and ends with the test run,
 * which is this JVM. Data and logs stay in target/servers.
 */
final class Servers {
  private Servers() {}

  static PostgresServer postgres() {
    return Postgres.SERVER;
  }

  static MariaDbServer mariaDb() {
    return MariaDb.SERVER;
  }

  static SchemaRegistry registry() {
    return Registry.SERVER;
  }

  private static Path folder(String name) {
    String time = Instant.now().toString().replace(':', '-');
    return Path.of("target", "servers", name, time).toAbsolutePath();
  }

  /** The tether alone would end a server after the run, not with it. */
  private static void closeAtTheEnd(Runnable close) {
    Runtime.getRuntime().addShutdownHook(new Thread(close, "close-server"));
  }

  private static final class Postgres {
    static final PostgresServer SERVER =
        PostgresServer.start(Installation.here(), folder("postgres"));

    static {
      closeAtTheEnd(SERVER::close);
    }
  }

  private static final class MariaDb {
    static final MariaDbServer SERVER = MariaDbServer.start(Installation.here(), folder("mariadb"));

    static {
      closeAtTheEnd(SERVER::close);
    }
  }

  private static final class Registry {
    static final SchemaRegistry SERVER =
        SchemaRegistry.start(Installation.here(), folder("registry"));

    static {
      closeAtTheEnd(SERVER::close);
    }
  }
}
