package io.frazil.source;

import io.frazil.cluster.Installation;
import io.frazil.process.ChildProcess;
import io.frazil.process.FreePorts;
import io.frazil.process.NativeProcess;
import io.frazil.process.NativeProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A MariaDB server with a binary log of rows. */
public final class MariaDbServer implements SourceDatabase {
  private static final String NAME = "MariaDB";
  private static final String USER = "frazil";
  private static final String PASSWORD = "frazil";

  private final ChildProcess process;
  private final int port;

  private MariaDbServer(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server with its data and its log in a new folder; returns when it answers. */
  public static MariaDbServer start(Installation installation, Path folder) {
    Binaries binaries = Binaries.mariaDb(installation);
    Path log = folder.resolve("mariadb.log");
    Path data = folder.resolve("data").toAbsolutePath();
    try {
      Files.createDirectories(data);
      NativeProcess.run(
          new NativeProgram("mariadb-install-db", install(binaries, data), folder, log),
          systemTables(binaries, folder));
      int port = FreePorts.next();
      List<String> serve = command(binaries, data);
      serve.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port, "--socket=socket"));
      serve.addAll(List.of("--log-bin=binlog", "--binlog-format=ROW", "--binlog-row-image=FULL"));
      serve.addAll(List.of("--server-id=1", "--init-file=" + user(folder)));
      // A server that makes a key for encrypted connections takes up to 15 s to start.
      serve.addAll(List.of("--skip-ssl", "--skip-name-resolve"));
      ChildProcess process = NativeProcess.start(new NativeProgram(NAME, serve, folder, log));
      MariaDbServer server = new MariaDbServer(process, port);
      ServerStart.await(process, server::open);
      return server;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot prepare '%s'.".formatted(folder), failure);
    }
  }

  private static List<String> install(Binaries binaries, Path data) {
    List<String> install = command(binaries, data);
    install.addAll(List.of("--bootstrap", "--enforce-storage-engine=", "--log-warnings=0"));
    install.add("--max-allowed-packet=8M");
    return install;
  }

  private static List<String> command(Binaries binaries, Path data) {
    List<String> command = new ArrayList<>(List.of(binaries.program("mariadbd").toString()));
    command.add("--no-defaults");
    command.add("--basedir=" + binaries.folder());
    command.add("--datadir=" + data);
    command.add("--lc-messages-dir=" + binaries.folder().resolve("share"));
    // Small, and soon up: nobody needs the data after a crash of the machine.
    command.addAll(List.of("--innodb-log-file-size=16M", "--innodb-buffer-pool-size=32M"));
    command.addAll(List.of("--innodb-undo-tablespaces=0", "--innodb-flush-log-at-trx-commit=0"));
    if (Superuser.owns(data)) {
      command.add("--user=root");
    }
    return command;
  }

  /** What mariadb-install-db feeds to the server, without help texts and views for people. */
  private static Path systemTables(Binaries binaries, Path folder) throws IOException {
    List<String> statements = new ArrayList<>();
    statements.addAll(List.of("create database mysql;", "use mysql;"));
    statements.add("set @auth_root_socket=null;");
    for (String part : List.of("system_tables", "performance_tables", "system_tables_data")) {
      Path script = binaries.folder().resolve("share/mariadb_%s.sql".formatted(part));
      statements.addAll(Files.readAllLines(script));
    }
    return Files.write(folder.resolve("system-tables.sql"), statements);
  }

  private static Path user(Path folder) throws IOException {
    // Under both names, since an entry for localhost without a name would win.
    List<String> statements =
        Stream.of("127.0.0.1", "localhost")
            .map(host -> "'%s'@'%s'".formatted(USER, host))
            .flatMap(
                user ->
                    Stream.of(
                        "CREATE OR REPLACE USER %s IDENTIFIED BY '%s';".formatted(user, PASSWORD),
                        "GRANT ALL ON *.* TO %s WITH GRANT OPTION;".formatted(user)))
            .toList();
    return Files.write(folder.resolve("user.sql"), statements).toAbsolutePath();
  }

  private Sql open() throws SQLException {
    return Sql.connect("jdbc:mariadb://127.0.0.1:%d/".formatted(port), USER, PASSWORD);
  }

  @Override
  public Sql connect() {
    try {
      return open();
    } catch (SQLException failure) {
      throw new IllegalStateException("Cannot connect to MariaDB. " + process.logTail(20), failure);
    }
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "FRAZIL_MARIADB_HOST",
        "127.0.0.1",
        "FRAZIL_MARIADB_PORT",
        Integer.toString(port),
        "FRAZIL_MARIADB_USER",
        USER,
        "FRAZIL_MARIADB_PASSWORD",
        PASSWORD);
  }

  @Override
  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.cut();
  }
}
