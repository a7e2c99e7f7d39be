package io.frazil.endtoend;

import io.frazil.cluster.RunningCluster;
import io.frazil.server.Servers;
import java.io.IOException;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that may happen, in a random order: more rounds with {@code -Dfrazil.chaos.rounds=10}, a
 * certain one with {@code -Dfrazil.chaos.seed}. The seed decides what happens; what a process is
 * doing at that moment nobody can.
 */
class ChaosIT {
  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings -> settings.withWorkers(2).withEnvironment(Servers.s3().environment()));

  static LongStream seeds() {
    long first = Long.getLong("frazil.chaos.seed", new Random().nextInt(1_000_000));
    return LongStream.range(first, first + Integer.getInteger("frazil.chaos.rounds", 1));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nothingIsLostAndNothingComesTwice(long seed) throws IOException {
    String name = "chaos-" + seed;
    ChaosTables tables = ChaosTables.create(RUNNING.cluster(), RUNNING.warehouse(), name, seed);
    try (Chaos chaos = Chaos.of(RUNNING.cluster(), tables, seed)) {
      chaos.run();
    }
  }
}
