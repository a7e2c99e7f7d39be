package io.frazil.connector.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

class ControlTopicTest {
  private final Topics topics = new Topics();
  private final ControlTopic topic = new ControlTopic(topics, "control-iceberg");

  @Test
  void aMissingTopicIsCreatedOnce() {
    assertThat(topic.partitions()).isEmpty();
    assertThat(topic.ensureExists()).isTrue();
    assertThat(topic.ensureExists()).isFalse();
    assertThat(topic.partitions()).hasValue(1);
  }

  @Test
  void aTopicWithMorePartitionsStaysAsItIs() {
    topics.existing.put("control-iceberg", 12);

    assertThat(topic.ensureExists()).isFalse();
    assertThat(topic.partitions()).hasValue(12);
  }

  @Test
  void aMissingRightToLookIsSaidWithTheRightsThatAreNeeded() {
    topics.describing = Optional.of(new TopicAuthorizationException("no"));

    assertThatThrownBy(topic::ensureExists)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot look at control topic 'control-iceberg': the principal lacks the right. Grant DESCRIBE, READ and WRITE on the topic, and READ on the groups of the connector.")
        .hasCauseInstanceOf(TopicAuthorizationException.class);
  }

  @Test
  void aMissingRightToCreateIsSaidWithTheWayOut() {
    topics.creating = Optional.of(new TopicAuthorizationException("no"));

    assertThatThrownBy(topic::ensureExists)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot create control topic 'control-iceberg': the principal lacks the right. Grant CREATE on the topic, or create it with one partition.");
  }

  @Test
  void aRefusalOfTheBrokerIsPassedOn() {
    topics.creating = Optional.of(new PolicyViolationException("Topics need an owner"));

    assertThatThrownBy(topic::ensureExists)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot create control topic 'control-iceberg': Topics need an owner. Create it with one partition, or set iceberg.control.topic to one that exists.");
  }

  @Test
  void aBrokerThatDoesNotAnswerPointsToTheClientSettings() {
    topics.describing = Optional.of(new TimeoutException("Timed out waiting for a node."));

    assertThatThrownBy(topic::ensureExists)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot look at control topic 'control-iceberg': Timed out waiting for a node. Check iceberg.kafka.bootstrap.servers and the security settings under iceberg.kafka.");
  }

  @Test
  void aTopicThatCouldBeCreatedIsUsableAndIsNotCreated() {
    topic.requireUsable();

    assertThat(topics.existing).isEmpty();
  }

  @Test
  void aTopicThatCouldNotBeCreatedIsNotUsable() {
    topics.creating = Optional.of(new TopicAuthorizationException("no"));

    assertThatThrownBy(topic::requireUsable)
        .hasMessage(
            "Cannot create control topic 'control-iceberg': the principal lacks the right. Grant CREATE on the topic, or create it with one partition.");
  }

  @Test
  void aTopicThatMayOnlyBeReadIsNotUsable() {
    topics.existing.put("control-iceberg", 1);
    topic.requireUsable();
    topics.rights = Set.of(AclOperation.DESCRIBE, AclOperation.READ);

    assertThatThrownBy(topic::requireUsable)
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "Cannot use control topic 'control-iceberg': the principal lacks [WRITE]. Grant DESCRIBE, READ and WRITE on the topic.");
  }

  private static final class Topics implements ControlTopic.Broker {
    private final Map<String, Integer> existing = new HashMap<>();
    private Optional<KafkaException> describing = Optional.empty();
    private Optional<KafkaException> creating = Optional.empty();
    private Set<AclOperation> rights =
        Set.of(AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE);

    @Override
    public OptionalInt partitions(String topic) {
      describing.ifPresent(Topics::refuse);
      Integer partitions = existing.get(topic);
      return partitions == null ? OptionalInt.empty() : OptionalInt.of(partitions);
    }

    @Override
    public void create(String topic) {
      creating.ifPresent(Topics::refuse);
      existing.put(topic, 1);
    }

    @Override
    public void checkCreation(String topic) {
      creating.ifPresent(Topics::refuse);
    }

    @Override
    public Set<AclOperation> rights(String topic) {
      return rights;
    }

    private static void refuse(KafkaException refusal) {
      throw refusal;
    }
  }
}
