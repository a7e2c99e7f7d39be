package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

/**
 * Who speaks where: what every record of one sender has in common.
 *
 * @param topic the control topic
 * @param connector the connector's name; events of other names are not its own
 * @param groupId the consumer group of the connector, as tools that read such topics expect it
 * @param catalog the catalog's name, for those tools
 * @param sender who sends, unique for each life of a task or coordinator
 */
public record ControlAddress(
    String topic, String connector, String groupId, String catalog, String sender) {
  public ControlAddress {
    requireNonNull(topic, "topic");
    requireNonNull(connector, "connector");
    requireNonNull(groupId, "groupId");
    requireNonNull(catalog, "catalog");
    requireNonNull(sender, "sender");
  }
}
