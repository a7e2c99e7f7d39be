package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * How tasks and coordinator work together.
 *
 * @param topic the control topic
 * @param groupPrefix what the name of the coordinators' consumer group begins with; the connector's
 *     name follows
 * @param commitInterval from the start of one round to the start of the next
 * @param commitTimeout how long a round waits for all tasks
 * @param commitThreads how many tables are committed at the same time
 * @param maxConsecutiveFailures how many commits of a table may fail in a row before the task does
 */
public record ControlOptions(
    String topic,
    String groupPrefix,
    Duration commitInterval,
    Duration commitTimeout,
    int commitThreads,
    int maxConsecutiveFailures) {
  static final String GROUP = "Control";

  /** The option that names the topic. */
  public static final String TOPIC = "iceberg.control.topic";

  static final String GROUP_PREFIX = "iceberg.control.group-id-prefix";
  static final String COMMIT_INTERVAL = "iceberg.control.commit.interval-ms";
  static final String COMMIT_TIMEOUT = "iceberg.control.commit.timeout-ms";
  static final String COMMIT_THREADS = "iceberg.control.commit.threads";
  static final String MAX_CONSECUTIVE_FAILURES = "iceberg.control.commit.max-consecutive-failures";
  private static final int THREADS_PER_CORE = 2;

  public ControlOptions {
    requireNonNull(topic, "topic");
    requireNonNull(groupPrefix, "groupPrefix");
    requireNonNull(commitInterval, "commitInterval");
    requireNonNull(commitTimeout, "commitTimeout");
  }

  static void define(ConfigDef definition) {
    Option.text(TOPIC)
        .fallback("control-iceberg")
        .addTo(
            definition,
            GROUP,
            "Control topic",
            "The topic that tasks and coordinator talk on; it is created with one partition when"
                + " missing, and connectors may share it.");
    Option.text(GROUP_PREFIX)
        .importance(Importance.LOW)
        .fallback("cg-control-")
        .addTo(
            definition,
            GROUP,
            "Control group prefix",
            "What the name of the consumer group that elects the coordinator begins with.");
    Option.wholeNumber(COMMIT_INTERVAL, ConfigDef.Type.INT, 1)
        .importance(Importance.HIGH)
        .fallback(300_000)
        .addTo(definition, GROUP, "Commit interval", "Milliseconds from one commit to the next.");
    Option.wholeNumber(COMMIT_TIMEOUT, ConfigDef.Type.INT, 1)
        .fallback(30_000)
        .addTo(
            definition,
            GROUP,
            "Commit timeout",
            "Milliseconds to wait for all tasks before what has arrived is committed.");
    Option.wholeNumber(COMMIT_THREADS, ConfigDef.Type.INT, 1)
        .addTo(
            definition,
            GROUP,
            "Commit threads",
            "How many tables are committed at the same time; two for each processor where not"
                + " set.");
    Option.wholeNumber(MAX_CONSECUTIVE_FAILURES, ConfigDef.Type.INT, 1)
        .fallback(5)
        .addTo(
            definition,
            GROUP,
            "Consecutive failures",
            "How many commits of a table may fail in a row before the task fails, if that many commit"
                + " timeouts are over too. Reaching a table and writing its files may fail as often"
                + " and as long.");
  }

  static ControlOptions from(Settings settings) {
    return new ControlOptions(
        settings.text(TOPIC),
        settings.text(GROUP_PREFIX),
        settings.milliseconds(COMMIT_INTERVAL),
        settings.milliseconds(COMMIT_TIMEOUT),
        settings
            .optionalWholeNumber(COMMIT_THREADS)
            .map(Math::toIntExact)
            .orElseGet(() -> Runtime.getRuntime().availableProcessors() * THREADS_PER_CORE),
        Math.toIntExact(settings.wholeNumber(MAX_CONSECUTIVE_FAILURES)));
  }
}
