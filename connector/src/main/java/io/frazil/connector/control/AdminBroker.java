package io.frazil.connector.control;

import static io.frazil.connector.control.KafkaAnswers.await;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics by way of Kafka's admin client, which stays the caller's to close. */
final class AdminBroker implements ControlTopic.Broker {
  private final Admin admin;

  AdminBroker(Admin admin) {
    this.admin = admin;
  }

  @Override
  public OptionalInt partitions(String topic) {
    try {
      return OptionalInt.of(
          await(admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
              .partitions()
              .size());
    } catch (UnknownTopicOrPartitionException e) {
      return OptionalInt.empty();
    }
  }

  @Override
  public void create(String topic) {
    create(topic, new CreateTopicsOptions());
  }

  @Override
  public void checkCreation(String topic) {
    create(topic, new CreateTopicsOptions().validateOnly(true));
  }

  @Override
  public Set<AclOperation> rights(String topic) {
    return await(
            admin
                .describeTopics(
                    List.of(topic), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues()
                .get(topic))
        .authorizedOperations();
  }

  private void create(String topic, CreateTopicsOptions how) {
    try {
      await(
          admin
              .createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())), how)
              .values()
              .get(topic));
    } catch (TopicExistsException e) {
      // Another task was first.
    }
  }
}
