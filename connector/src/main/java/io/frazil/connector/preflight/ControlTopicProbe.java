package io.frazil.connector.preflight;

import io.frazil.connector.config.ControlOptions;
import io.frazil.connector.config.FrazilConfig;
import io.frazil.connector.config.KafkaOptions;
import io.frazil.connector.connection.Connections;
import io.frazil.connector.control.ControlTopic;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.connect.errors.ConnectException;

/** Whether Kafka can be reached, and the control topic is there or may be created. */
final class ControlTopicProbe implements Probe {
  @Override
  public void look(FrazilConfig config, Connections connections, Answers answers) {
    Admin admin = connections.add(connections.kafka().admin());
    ControlTopic topic = new ControlTopic(admin, config.control().topic());
    try {
      topic.requireUsable();
    } catch (ConnectException e) {
      String key = isAnswer(e) ? ControlOptions.TOPIC : KafkaOptions.BROKERS;
      answers.add(List.of(new Finding(key, e.getMessage())));
    }
  }

  @Override
  public Finding unreachable(FrazilConfig config, String reason) {
    return new Finding(
        KafkaOptions.BROKERS,
        "Cannot ask Kafka for control topic '%s': %s Check iceberg.kafka.*, or the worker's properties where nothing is set."
            .formatted(config.control().topic(), reason));
  }

  private static boolean isAnswer(ConnectException e) {
    return !(e.getCause() instanceof RetriableException
        || e.getCause() instanceof AuthenticationException);
  }
}
