package io.frazil.server;

import io.frazil.cluster.Installation;
import io.frazil.registry.SchemaRegistry;
import io.frazil.source.MariaDbServer;
import io.frazil.source.PostgresServer;
import io.frazil.storage.S3Server;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Servers for all classes that ask: each starts with the first of them and ends with the test run,
 * which is this JVM. Data and logs stay in target/servers.
 */
public final class Servers {
  private Servers() {}

  public static PostgresServer postgres() {
    return Postgres.SERVER;
  }

  public static MariaDbServer mariaDb() {
    return MariaDb.SERVER;
  }

  public static SchemaRegistry registry() {
    return Registry.SERVER;
  }

  /** Programs find it by its environment, and clients in this JVM by the same credentials. */
  public static S3Server s3() {
    return S3.SERVER;
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

  private static final class S3 {
    static final S3Server SERVER = S3Server.start(Installation.here(), folder("s3"));

    static {
      closeAtTheEnd(SERVER::close);
      System.setProperty("aws.accessKeyId", SERVER.environment().get("AWS_ACCESS_KEY_ID"));
      System.setProperty("aws.secretAccessKey", SERVER.environment().get("AWS_SECRET_ACCESS_KEY"));
    }
  }
}
