package io.frazil.connector.runtime;

import static io.frazil.connector.runtime.RunningWorker.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.connector.commit.Start;
import io.frazil.connector.config.SourceOptions;
import io.frazil.connector.config.SourceOptions.RetentionGap;
import io.frazil.connector.config.SourceOptions.TopicRecreated;
import io.frazil.connector.runtime.StartingPoints.Origin;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class StartingPointsTest {
  private static final UUID TOPIC_ID = new UUID(1, 1);
  private final KnownTopics topics = new KnownTopics();
  private final FloorMark mark = new FloorMark("mirror");

  @Test
  void whereNothingIsKnownReadingBeginsWhereTheConsumerWould() {
    topics.ids.put("orders", TOPIC_ID);
    topics.starts.put(source(0), 3L);
    topics.ends.put(source(0), 9L);

    assertThat(start(Origin.LOG_START)).isEqualTo(new Start(TOPIC_ID, 3, OptionalLong.empty()));
    assertThat(start(Origin.LOG_END)).isEqualTo(new Start(TOPIC_ID, 9, OptionalLong.empty()));
  }

  @Test
  void onlyAMarkedOffsetOfTheGroupIsAFloor() {
    topics.ids.put("orders", TOPIC_ID);
    topics.committed.put(source(0), mark.marked(7, TOPIC_ID));
    assertThat(start(Origin.LOG_START).floor()).hasValue(7);

    topics.committed.put(source(0), new OffsetAndMetadata(7));
    assertThat(start(Origin.LOG_START).floor()).isEmpty();
  }

  @Test
  void aTopicThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> start(Origin.LOG_START))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot read topic orders: it does not exist any more. Create it, or remove it from the connector's topics.");
  }

  @Test
  void nothingIsMissingWhereTheLogBeginsEarlier() {
    topics.starts.put(source(0), 3L);

    assertThat(points(Origin.LOG_START).checkGaps(Map.of(source(0), 3L))).isEmpty();
  }

  private Start start(Origin origin) {
    return points(origin).of(Set.of(source(0))).get(source(0));
  }

  private StartingPoints points(Origin origin) {
    return new StartingPoints(
        topics,
        "connect-mirror",
        mark,
        new SourceOptions(TopicRecreated.FAIL, RetentionGap.FAIL),
        origin);
  }
}
