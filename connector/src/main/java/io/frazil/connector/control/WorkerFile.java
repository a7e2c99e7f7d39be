package io.frazil.connector.control;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The properties file that the Connect worker was started with, where its command line shows it:
 * the main class of a distributed or standalone worker, then the file. Connect itself tells a
 * connector nothing of its worker's settings.
 */
final class WorkerFile {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerFile.class);
  private static final Pattern MAIN_CLASS =
      Pattern.compile(".*\\.Connect(Distributed|Standalone).*");

  private WorkerFile() {}

  /**
   * The settings by which the worker reaches its brokers; empty when no file is found.
   *
   * @param javaCommand the value of the system property {@code sun.java.command}
   */
  static Map<String, String> connection(String javaCommand) {
    String[] words = javaCommand.split(" ", -1);
    if (words.length < 2 || !MAIN_CLASS.matcher(words[0]).matches()) {
      return Map.of();
    }
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(words[1]))) {
      properties.load(file);
    } catch (IOException e) {
      LOG.info("Cannot read the worker's properties file '{}': {}", words[1], e.toString());
      return Map.of();
    }
    Map<String, String> connection = new TreeMap<>();
    properties.stringPropertyNames().stream()
        .filter(WorkerFile::isOfConnection)
        .forEach(key -> connection.put(key, properties.getProperty(key)));
    return connection;
  }

  // The rest of the file is about the worker's own group, topics and converters.
  private static boolean isOfConnection(String key) {
    return key.equals("bootstrap.servers")
        || key.equals("client.dns.lookup")
        || key.startsWith("security.")
        || key.startsWith("sasl.")
        || key.startsWith("ssl.")
        || key.startsWith("config.providers");
  }
}
