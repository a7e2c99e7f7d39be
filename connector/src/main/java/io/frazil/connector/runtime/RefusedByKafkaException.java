package io.frazil.connector.runtime;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.connect.errors.ConnectException;

/** Kafka refuses what a task needs: trying again is of no use, an operator has to grant it. */
final class RefusedByKafkaException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private RefusedByKafkaException(Throwable refusal) {
    super(
        "Kafka refuses what the connector needs: %s. Grant its principal the rights that the README lists, or correct the iceberg.kafka.* settings."
            .formatted(refusal.getMessage()),
        refusal);
  }

  /** Throws this if a failure comes of missing rights or a failed login. */
  static void throwIfRefused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
        throw new RefusedByKafkaException(cause);
      }
    }
  }
}
