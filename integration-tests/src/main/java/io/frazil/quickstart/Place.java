package io.frazil.quickstart;

import io.frazil.cluster.ConnectorRequest;
import io.frazil.cluster.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the quickstart has its things. All it writes lies in one folder. */
record Place(Installation installation) {
  Path directory() {
    return installation.root().resolve("target/quickstart");
  }

  Path examples() {
    return installation.root().resolve("config-examples/inventory");
  }

  Path databaseExample() {
    return installation.root().resolve("config-examples/debezium-postgres");
  }

  /** Data and log of the database. */
  Path database() {
    return directory().resolve("postgres");
  }

  Path warehouse() {
    return directory().resolve("warehouse");
  }

  Path data() {
    return directory().resolve("data");
  }

  /** The file that the source connector follows: whatever is appended to it becomes a record. */
  Path sourceFile(ConnectorRequest source) {
    return data().resolve(Path.of(source.config().get("file")).getFileName());
  }

  /** The lines of one of the example's files. */
  List<String> lines(String file) {
    try {
      return Files.readAllLines(examples().resolve("data").resolve(file));
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot read '%s'.".formatted(file), failure);
    }
  }

  Path logs() {
    return directory().resolve("cluster/logs");
  }

  KeptProcesses keptProcesses() {
    return new KeptProcesses(directory().resolve("processes"));
  }

  /** What the JSON files of the example expect of the worker's environment. */
  Map<String, String> environment() {
    return Map.of("FRAZIL_WAREHOUSE", warehouse().toString(), "FRAZIL_DATA", data().toString());
  }

  /** A path as people near the top of the project write it. */
  String shown(Path path) {
    return installation.root().relativize(path).toString();
  }

  /** Removes what an earlier run left. */
  void prepare() {
    try {
      if (Files.exists(directory())) {
        try (Stream<Path> old = Files.walk(directory())) {
          for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
      Files.createDirectories(warehouse());
      Files.createDirectories(data());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot prepare '%s'.".formatted(directory()), failure);
    }
  }
}
