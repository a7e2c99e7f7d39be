package io.frazil.endtoend;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Records that keep coming until this is closed, while other things happen. */
public final class Load implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(40);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> sending;

  private Load(Runnable batch) {
    sending = thread.scheduleWithFixedDelay(batch, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Begins to send one batch after the other, on a thread of its own. */
  public static Load of(Runnable batch) {
    return new Load(batch);
  }

  /** Ends after the present batch; throws what sending failed with, if it did. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("The load does not end within %s.".formatted(LIMIT));
      }
      if (!sending.isCancelled()) {
        sending.get();
      }
    } catch (ExecutionException failure) {
      throw new IllegalStateException("The load broke off.", failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the load was ending.", interrupted);
    }
  }
}
