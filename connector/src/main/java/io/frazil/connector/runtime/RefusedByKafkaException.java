package io.frazil.connector.runtime;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Kafka refuses what a task needs: trying again is of no use, an operator has to grant it or to
 * make room for it.
 */
final class RefusedByKafkaException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private RefusedByKafkaException(Throwable refusal, String wayOut) {
    super(
        "Kafka refuses what the connector needs: %s. %s".formatted(refusal.getMessage(), wayOut),
        refusal);
  }

  /** Throws this if a failure comes of missing rights, a failed login, or too large a record. */
  static void throwIfRefused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException || cause instanceof AuthenticationException) {
        throw new RefusedByKafkaException(
            cause,
            "Grant its principal the rights that the README lists, or correct the iceberg.kafka.* settings.");
      }
      if (cause instanceof RecordTooLargeException) {
        throw new RefusedByKafkaException(
            cause,
            "A record of the control topic may have half of iceberg.kafka.max.request.size, and more only where a single file has so many statistics. Let the topic's max.message.bytes be no smaller than iceberg.kafka.max.request.size; if it is not, raise both.");
      }
    }
  }
}
