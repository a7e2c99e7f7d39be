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

/** A PostgreSQL server that keeps what logical replication needs. */
public final class PostgresServer implements SourceDatabase {
  private static final String NAME = "PostgreSQL";
  private static final String DATABASE = "postgres";
  private static final String USER = "postgres";
  // Who may reach the loopback interface may connect: the server asks for no password.
  private static final String PASSWORD = "any";

  private final ChildProcess process;
  private final int port;

  private PostgresServer(ChildProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server with its data and its log in a new folder; returns when it answers. */
  public static PostgresServer start(Installation installation, Path folder) {
    Binaries binaries = Binaries.postgres(installation);
    Path data = folder.resolve("data").toAbsolutePath();
    Path log = folder.resolve("postgresql.log");
    create(folder);
    List<String> initialize = command(folder, binaries.program("initdb"));
    initialize.addAll(
        List.of("-D", data.toString(), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"));
    initialize.add("--no-sync");
    NativeProcess.run(new NativeProgram("initdb", initialize, folder, log));
    int port = FreePorts.next();
    List<String> serve = command(folder, binaries.program("postgres"));
    serve.addAll(List.of("-D", data.toString(), "-h", "127.0.0.1", "-p", Integer.toString(port)));
    serve.addAll(List.of("-c", "unix_socket_directories=", "-c", "wal_level=logical"));
    // Nobody needs the data after a crash of the machine.
    serve.addAll(List.of("-c", "fsync=off"));
    ChildProcess process = NativeProcess.start(new NativeProgram(NAME, serve, folder, log));
    PostgresServer server = new PostgresServer(process, port);
    ServerStart.await(process, server::open);
    return server;
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot create '%s'.".formatted(folder), failure);
    }
  }

  private static List<String> command(Path folder, Path program) {
    List<String> command = new ArrayList<>();
    if (Superuser.owns(folder)) {
      // The server refuses to run as root: in a user namespace of its own it is nobody.
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(program.toString());
    return command;
  }

  private Sql open() throws SQLException {
    return Sql.connect(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, DATABASE), USER, PASSWORD);
  }

  @Override
  public Sql connect() {
    try {
      return open();
    } catch (SQLException failure) {
      throw new IllegalStateException(
          "Cannot connect to PostgreSQL. " + process.logTail(20), failure);
    }
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "FRAZIL_POSTGRES_HOST",
        "127.0.0.1",
        "FRAZIL_POSTGRES_PORT",
        Integer.toString(port),
        "FRAZIL_POSTGRES_DATABASE",
        DATABASE,
        "FRAZIL_POSTGRES_USER",
        USER,
        "FRAZIL_POSTGRES_PASSWORD",
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
