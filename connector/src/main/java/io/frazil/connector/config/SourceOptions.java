package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.common.config.ConfigDef;

/**
 * What happens when a source topic no longer has what a table needs.
 *
 * @param topicRecreated when the topic was deleted and created again
 * @param retentionGap when retention removed records that a table still needs
 */
public record SourceOptions(TopicRecreated topicRecreated, RetentionGap retentionGap) {
  static final String GROUP = "Source";
  static final String TOPIC_RECREATED = "iceberg.source.on-topic-recreated";
  static final String RETENTION_GAP = "iceberg.source.on-retention-gap";

  public SourceOptions {
    requireNonNull(topicRecreated, "topicRecreated");
    requireNonNull(retentionGap, "retentionGap");
  }

  static void define(ConfigDef definition) {
    Option.choice(TOPIC_RECREATED, Choice.of(TopicRecreated.class))
        .fallback(Choice.written(TopicRecreated.FAIL))
        .addTo(
            definition,
            GROUP,
            "On recreated topics",
            "What happens when a source topic was deleted and created again: fail, or restart from"
                + " its beginning.");
    Option.choice(RETENTION_GAP, Choice.of(RetentionGap.class))
        .fallback(Choice.written(RetentionGap.FAIL))
        .addTo(
            definition,
            GROUP,
            "On retention gaps",
            "What happens when retention removed records that a table still needs: fail, or warn"
                + " and go on without them.");
  }

  static SourceOptions from(Settings settings) {
    return new SourceOptions(
        settings.choice(TOPIC_RECREATED, TopicRecreated.class),
        settings.choice(RETENTION_GAP, RetentionGap.class));
  }

  /** What happens when a source topic was deleted and created again. */
  public enum TopicRecreated {
    /** The task fails and says so. */
    FAIL,
    /** Reading starts at the beginning of the new topic. */
    RESTART
  }

  /** What happens when retention removed records that a table still needs. */
  public enum RetentionGap {
    /** The task fails and names the gap. */
    FAIL,
    /** The gap is logged, and reading goes on behind it. */
    WARN
  }
}
