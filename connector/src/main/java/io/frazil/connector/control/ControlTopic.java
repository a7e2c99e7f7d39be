package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The control topic's existence. Any task may create it, at any time again: nothing in it is needed
 * for longer than a round.
 */
public final class ControlTopic {
  private static final Set<AclOperation> NEEDED =
      Collections.unmodifiableSet(EnumSet.of(AclOperation.READ, AclOperation.WRITE));

  private final Broker broker;
  private final String name;

  /**
   * @param admin stays the caller's to close
   * @param name the topic
   */
  public ControlTopic(Admin admin, String name) {
    this(new AdminBroker(requireNonNull(admin, "admin")), name);
  }

  ControlTopic(Broker broker, String name) {
    this.broker = broker;
    this.name = requireNonNull(name, "name");
  }

  /**
   * Makes sure that the topic exists. One that exists may have any number of partitions; only the
   * first is used.
   *
   * @return whether it had to be created
   * @throws ConnectException if it does not exist and cannot be created, or may not be looked at
   */
  public boolean ensureExists() {
    if (partitions().isPresent()) {
      return false;
    }
    creating(() -> broker.create(name));
    return true;
  }

  private void creating(Runnable request) {
    try {
      request.run();
    } catch (AuthorizationException e) {
      throw new ConnectException(
          "Cannot create control topic '%s': the principal lacks the right. Grant CREATE on the topic, or create it with one partition."
              .formatted(name),
          e);
    } catch (KafkaException e) {
      throw new ConnectException(
          "Cannot create control topic '%s': %s Create it with one partition, or set iceberg.control.topic to one that exists."
              .formatted(name, sentence(e)),
          e);
    }
  }

  /**
   * Makes sure that the topic may be used, or could be created; creates nothing.
   *
   * @throws ConnectException if it does not exist and could not be created, or lacks a right
   */
  public void requireUsable() {
    if (partitions().isEmpty()) {
      creating(() -> broker.checkCreation(name));
      return;
    }
    Set<AclOperation> lacking = EnumSet.copyOf(NEEDED);
    lacking.removeAll(broker.rights(name));
    if (!lacking.isEmpty()) {
      throw new ConnectException(
          "Cannot use control topic '%s': the principal lacks %s. Grant DESCRIBE, READ and WRITE on the topic."
              .formatted(name, lacking));
    }
  }

  /**
   * How many partitions the topic has; empty if it does not exist.
   *
   * @throws ConnectException if it may not be looked at, or the broker does not answer
   */
  public OptionalInt partitions() {
    try {
      return broker.partitions(name);
    } catch (AuthorizationException e) {
      throw new ConnectException(
          "Cannot look at control topic '%s': the principal lacks the right. Grant DESCRIBE, READ and WRITE on the topic, and READ on the groups of the connector."
              .formatted(name),
          e);
    } catch (KafkaException e) {
      throw new ConnectException(
          "Cannot look at control topic '%s': %s Check iceberg.kafka.bootstrap.servers and the security settings under iceberg.kafka."
              .formatted(name, sentence(e)),
          e);
    }
  }

  private static String sentence(KafkaException e) {
    String message = String.valueOf(e.getMessage());
    return message.endsWith(".") ? message : message + ".";
  }

  /** What is needed of a broker to make sure of a topic; each call is one request, and blocks. */
  interface Broker {

    /**
     * How many partitions a topic has; empty if it does not exist.
     *
     * @throws KafkaException if the broker refuses or cannot be reached
     */
    OptionalInt partitions(String topic);

    /**
     * Creates a topic with one partition and the broker's own replication; one that exists stays as
     * it is.
     *
     * @throws KafkaException if the broker refuses or cannot be reached
     */
    void create(String topic);

    /**
     * Asks whether {@link #create} would be done.
     *
     * @throws KafkaException if the broker would refuse, or cannot be reached
     */
    void checkCreation(String topic);

    /**
     * What the principal may do with a topic that exists.
     *
     * @throws KafkaException if the broker refuses or cannot be reached
     */
    Set<AclOperation> rights(String topic);
  }
}
