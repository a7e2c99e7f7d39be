package io.frazil.cluster;

import io.frazil.process.ChildProcess;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts a cluster in the folder of its argument, prints the processes, and waits to be killed. */
final class AbandonedCluster {
  static final String READY = "ready";

  private AbandonedCluster() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (KafkaCluster cluster = KafkaCluster.start(ClusterSettings.in(Path.of(arguments[0])))) {
      cluster.processes().stream().map(ChildProcess::handle).forEach(AbandonedCluster::print);
      System.out.println(READY);
      new CountDownLatch(1).await();
    }
  }

  private static void print(ProcessHandle process) {
    System.out.println(process.pid());
  }
}
