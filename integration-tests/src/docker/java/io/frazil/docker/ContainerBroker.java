package io.frazil.docker;

import io.frazil.cluster.Broker;
import io.frazil.cluster.BrokerProvider;
import io.frazil.cluster.ClusterSettings;
import io.frazil.process.ChildProcess;

import java.util.Locale;
import java.util.Optional;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker in a container. Docker gives a restarted container another port, so a stop only freezes
 * it: to its clients it is as silent as a dead one, and it comes back at the same address.
 */
final class ContainerBroker implements Broker {
  private static final DockerImageName IMAGE = DockerImageName.parse("apache/kafka:4.3.1");

  private final KafkaContainer container;

  ContainerBroker(ClusterSettings settings) {
    container = new KafkaContainer(IMAGE);
    set("group.initial.rebalance.delay.ms", "0");
    set("group.min.session.timeout.ms", "500");
    set("auto.create.topics.enable", "false");
    settings.broker().forEach(this::set);
  }

  private void set(String key, String value) {
    container.withEnv("KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), value);
  }

  @Override
  public void start() {
    if (container.isRunning()) {
      container.getDockerClient().unpauseContainerCmd(container.getContainerId()).exec();
    } else {
      container.start();
    }
  }

  @Override
  public void stop() {
    container.getDockerClient().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void kill() {
    stop();
  }

  @Override
  public String bootstrapServers() {
    return container.getBootstrapServers();
  }

  @Override
  public String logTail(int lines) {
    return container
        .getLogs()
        .lines()
        .skip(Math.max(0, container.getLogs().lines().count() - lines))
        .reduce("Log of the broker's container, last lines:", (log, line) -> log + "\n  " + line);
  }

  @Override
  public Optional<ChildProcess> process() {
    return Optional.empty();
  }

  @Override
  public void close() {
    container.stop();
  }

  /** Brokers in containers. */
  public static final class Provider implements BrokerProvider {
    @Override
    public String name() {
      return "testcontainers";
    }

    @Override
    public Broker broker(ClusterSettings settings) {
      return new ContainerBroker(settings);
    }
  }
}
