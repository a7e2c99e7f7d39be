package io.frazil.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** That their lines tell connector and task is seen in a worker, which has such a context. */
class TaskThreadsTest {
  @Test
  void aThreadTellsItsTaskAndPurposeAndKeepsNoProcessAlive() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);

    Thread thread = new TaskThreads("mirror-0").named("commit").newThread(done::countDown);
    thread.start();
    thread.join();

    assertThat(done.getCount()).isZero();
    assertThat(thread.getName()).isEqualTo("mirror-0-commit");
    assertThat(thread.isDaemon()).isTrue();
  }
}
