package io.frazil.connector.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InOrderTest {
  private static final int THREADS = 4;
  private static final List<Integer> THINGS = IntStream.range(0, 40).boxed().toList();

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final InOrder work = new InOrder(threads);

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void resultsComeInOrderInTheCallersThread() {
    List<Integer> results = new ArrayList<>();
    List<Thread> hearers = new ArrayList<>();

    CountDownLatch second = new CountDownLatch(1);
    work.each(
        THINGS,
        thing -> {
          // The first one waits for the next.
          if (thing == 0) {
            await(second);
          } else {
            second.countDown();
          }
          return -thing;
        },
        (thing, result) -> {
          assertThat(result).isEqualTo(-thing);
          results.add(thing);
          hearers.add(Thread.currentThread());
        });

    assertThat(results).isEqualTo(THINGS);
    assertThat(hearers).containsOnly(Thread.currentThread());
  }

  @Test
  void asManyAreAtWorkAsThereAreThreads() {
    CyclicBarrier all = new CyclicBarrier(THREADS);

    work.each(THINGS, thing -> await(all), (thing, isDone) -> assertThat(isDone).isTrue());

    assertThat(all.isBroken()).isFalse();
  }

  @Test
  void theFirstFailureInOrderIsToldAndTheRestIsLeftOut() {
    List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    List<Integer> results = new ArrayList<>();
    CyclicBarrier both = new CyclicBarrier(2);

    assertThatThrownBy(
            () ->
                work.each(
                    THINGS,
                    thing -> {
                      begun.add(thing);
                      if (thing == 1 || thing == 2) {
                        await(both);
                        throw new IllegalStateException("no " + thing);
                      }
                      return thing;
                    },
                    (thing, result) -> results.add(result)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no 1");

    assertThat(results).containsExactly(0);
    assertThat(begun).hasSizeLessThan(THINGS.size());
  }

  @Test
  void anErrorIsToldAsItIs() {
    assertThatThrownBy(
            () ->
                work.each(
                    THINGS,
                    thing -> {
                      throw new OutOfMemoryError("too much");
                    },
                    (thing, result) -> {}))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("too much");
  }

  @Test
  void anInterruptEndsTheWaitAndTheWork() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread caller = Thread.currentThread();

    assertThatThrownBy(
            () ->
                work.each(
                    List.of(1),
                    thing -> {
                      caller.interrupt();
                      try {
                        new CountDownLatch(1).await();
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                      }
                      return thing;
                    },
                    (thing, result) -> {}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("Cannot look for keys: the thread was interrupted.");

    assertThat(Thread.interrupted()).isTrue();
    interrupted.await();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean await(CyclicBarrier barrier) {
    try {
      barrier.await();
      return true;
    } catch (InterruptedException | BrokenBarrierException e) {
      return false;
    }
  }
}
