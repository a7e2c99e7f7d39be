package io.frazil.cluster;

import io.frazil.process.ChildProcess;
import java.util.Optional;

/**
 * One Kafka broker with its data, which outlive its stops. Made by a {@link BrokerProvider}, not
 * started yet; whoever has it closes it.
 */
public interface Broker extends AutoCloseable {
  /** Comes up, with the data and the address it had before, if any; returns when it answers. */
  void start();

  /** Goes away in an orderly way; clients keep trying. */
  void stop();

  /** Goes away without a word. */
  void kill();

  /** Where clients find it, from the first start to {@link #close()}. */
  String bootstrapServers();

  /** The last lines of its log. */
  String logTail(int lines);

  /** The process that it is, where it is one of this machine. */
  Optional<ChildProcess> process();

  @Override
  void close();
}
