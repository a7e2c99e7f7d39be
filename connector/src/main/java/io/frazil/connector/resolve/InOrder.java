package io.frazil.connector.resolve;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Does the same for many things, several at a time in an executor's threads, and hands the results
 * to the caller's thread in the order of the things. Thread-safe.
 */
final class InOrder {
  // As many as an executor's threads may want, and so few that another caller's turn comes soon.
  private static final int AHEAD = 8;

  private final Executor executor;

  InOrder(Executor executor) {
    this.executor = executor;
  }

  /**
   * Returns when all is done, or something failed: then what has not begun is left out, what has
   * begun is interrupted, and no more results come.
   *
   * @param work called in several threads
   * @param result called in this thread
   * @throws RuntimeException of the first thing, in their order, that failed
   * @throws UncheckedIOException if this thread is interrupted, which it still is then
   */
  <T, R> void each(List<T> things, Function<T, R> work, BiConsumer<T, R> result) {
    Deque<FutureTask<R>> ahead = new ArrayDeque<>();
    Iterator<T> next = things.iterator();
    try {
      for (T thing : things) {
        while (ahead.size() < AHEAD && next.hasNext()) {
          T begun = next.next();
          FutureTask<R> task = new FutureTask<>(() -> work.apply(begun));
          ahead.add(task);
          executor.execute(task);
        }
        result.accept(thing, await(ahead.element()));
        ahead.remove();
      }
    } finally {
      ahead.forEach(task -> task.cancel(true));
    }
  }

  private static <R> R await(FutureTask<R> task) {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException();
      interrupted.initCause(e);
      throw new UncheckedIOException(
          "Cannot look for keys: the thread was interrupted.", interrupted);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("Only these can be thrown.", e);
    }
  }
}
