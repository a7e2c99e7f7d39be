package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class FloorMarkTest {
  private static final UUID TOPIC_ID = new UUID(1, 1);
  private final FloorMark mark = new FloorMark("mirror");

  @Test
  void anOffsetOfItsOwnIsAFloor() {
    assertThat(mark.floor(mark.marked(42, TOPIC_ID), TOPIC_ID)).hasValue(42);
  }

  @Test
  void anOffsetOfAnotherLifeOfTheTopicIsNone() {
    assertThat(mark.floor(mark.marked(42, TOPIC_ID), new UUID(2, 2))).isEmpty();
  }

  @Test
  void anOffsetOfAnotherConnectorIsNone() {
    assertThat(mark.floor(new FloorMark("other").marked(42, TOPIC_ID), TOPIC_ID)).isEmpty();
  }

  @Test
  void anOffsetThatSomebodyMovedIsNone() {
    assertThat(mark.floor(new OffsetAndMetadata(42), TOPIC_ID)).isEmpty();
  }
}
