package io.frazil.connector.control;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for what Kafka's admin client was asked. */
public final class KafkaAnswers {
  private KafkaAnswers() {}

  /**
   * The answer; blocks within the client's own timeout.
   *
   * @throws KafkaException if the broker refuses or does not answer
   */
  public static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException refused) {
        throw refused;
      }
      throw new KafkaException(e.getCause());
    }
  }
}
