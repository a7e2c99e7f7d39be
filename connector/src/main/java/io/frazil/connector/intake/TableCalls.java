package io.frazil.connector.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Asks catalog and storage on threads beside the task's: Iceberg tries again for minutes, and
 * clients may wait for ever, but a task that leaves Kafka waiting for too long loses its
 * partitions. Between two calls of {@link #begin} the task waits no longer than its patience, for
 * all tables together.
 *
 * <p>What is not answered in time goes on, and is not waited for again; until it has ended, nothing
 * else is asked of its table. For a task's thread.
 *
 * <table>
 *   <caption>States of a table</caption>
 *   <tr><th>the call before</th><th>the next one</th></tr>
 *   <tr><td>was answered in time, or in the end without failing</td><td>is waited for</td></tr>
 *   <tr><td>is not answered yet</td><td>is not made</td></tr>
 *   <tr><td>has failed late</td><td>is not waited for, since it may take as long again</td></tr>
 * </table>
 */
public final class TableCalls {
  private final Executor threads;
  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Map<TableIdentifier, Call<?>> late = new HashMap<>();
  private long deadlineNanos;

  /**
   * Calls on these threads.
   *
   * @param threads one for each table at most is in use
   * @param patience how long all calls together are waited for
   * @param nanoTime gives the time in nanoseconds since any moment
   */
  public TableCalls(Executor threads, Duration patience, LongSupplier nanoTime) {
    this.threads = threads;
    this.patience = patience;
    this.nanoTime = nanoTime;
    begin();
  }

  /** Kafka waits for the task from now on. */
  public void begin() {
    deadlineNanos = nanoTime.getAsLong() + patience.toNanos();
  }

  /** Whether there is any time left to wait. */
  boolean haveTime() {
    return nanosLeft() > 0;
  }

  private long nanosLeft() {
    return Math.max(0, deadlineNanos - nanoTime.getAsLong());
  }

  /**
   * What is answered for a table.
   *
   * @throws UnreachableTableException if that takes too long
   */
  <T> T answer(TableIdentifier table, Supplier<T> question) {
    Call<?> before = late.get(table);
    if (before != null && !before.isDone()) {
      throw UnreachableTableException.unanswered(table);
    }
    Call<T> call = start(question);
    late.put(table, call);
    if (before != null) {
      before.requireSuccess();
    }
    if (!call.isDone()) {
      throw UnreachableTableException.unanswered(table);
    }
    late.remove(table);
    return call.result();
  }

  /** Begins something that is done whether it is waited for or not. */
  <T> Call<T> start(Supplier<T> work) {
    return new Call<>(CompletableFuture.supplyAsync(work, threads));
  }

  /** What goes on beside the task. */
  final class Call<T> {
    private final CompletableFuture<T> answer;
    private boolean wasWaitedFor;

    private Call(CompletableFuture<T> answer) {
      this.answer = answer;
    }

    /** Whether it has ended; waits for that when asked for the first time. */
    boolean isDone() {
      if (!wasWaitedFor) {
        wasWaitedFor = true;
        await();
      }
      return answer.isDone();
    }

    private void await() {
      try {
        Object unused = answer.get(nanosLeft(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        // Whoever asks whether it is done, and for the result, sees that.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectException("Interrupted while waiting for catalog or storage.", e);
      }
    }

    /** The result of one that is done; throws what it has failed with. */
    T result() {
      try {
        return answer.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        if (e.getCause() instanceof Error failure) {
          throw failure;
        }
        throw e;
      }
    }

    /** Does this beside the task when it has ended, however it has. */
    void andThen(Runnable next) {
      Object unused = answer.whenCompleteAsync((result, failure) -> next.run(), threads);
    }

    private void requireSuccess() {
      try {
        T unused = result();
      } catch (RuntimeException e) {
        throw UnreachableTableException.late(e);
      }
    }
  }
}
