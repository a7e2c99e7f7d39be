package io.frazil.connector.runtime;

import io.frazil.connector.commit.CoordinatorAction.SettleTable;
import io.frazil.connector.commit.CoordinatorAction.SettleTable.Candidate;
import io.frazil.connector.commit.Delta;
import io.frazil.connector.commit.Settlement;
import io.frazil.connector.commit.Settlement.Settled;
import io.frazil.connector.commit.Settlement.Unsettled;
import io.frazil.connector.commit.Settler;
import io.frazil.connector.metrics.TaskListener;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles tables beside each other, and tells what came of each. Thread-safe. */
public final class TableSettling {
  private static final Logger LOG = LoggerFactory.getLogger(TableSettling.class);

  private final Settler<ContentFile<?>> settler;
  private final ExecutorService pool;
  private final TaskListener listener;

  /**
   * Settles with this.
   *
   * @param pool where that is done; ended by {@link #end}
   */
  public TableSettling(
      Settler<ContentFile<?>> settler, ExecutorService pool, TaskListener listener) {
    this.settler = settler;
    this.pool = pool;
    this.listener = listener;
  }

  /**
   * Settles a table as soon as a thread is free.
   *
   * @param end takes what came of it, on that thread
   */
  void begin(SettleTable<ContentFile<?>> request, Consumer<Settlement> end) {
    pool.execute(() -> end.accept(settle(request)));
  }

  /** Begins nothing more, and waits for what has begun, but not for longer than this. */
  void end(Duration patience) {
    pool.shutdown();
    try {
      if (!pool.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("A table's commit has not ended yet; it is left to itself");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An Error is a result too, or the table would be taken as being settled for ever. */
  private Settlement settle(SettleTable<ContentFile<?>> request) {
    Settlement settlement;
    try {
      settlement = settler.settle(request);
    } catch (Error e) {
      settlement = new Unsettled(request.table(), new ConnectException(e.toString(), e));
    }
    tell(request, settlement);
    return settlement;
  }

  private void tell(SettleTable<ContentFile<?>> request, Settlement settlement) {
    if (settlement instanceof Settled settled && settled.snapshotId().isPresent()) {
      long rows =
          request.candidates().stream()
              .map(Candidate::delta)
              .filter(delta -> settled.landed().contains(delta.id()))
              .mapToLong(Delta::rows)
              .sum();
      listener.table(request.table().toString()).committed(rows, settled.validThrough());
      LOG.info(
          "Committed table {} round {} snapshot {} deltas {} rows {}",
          request.table(),
          request.round(),
          settled.snapshotId().getAsLong(),
          settled.landed().size(),
          rows);
    } else if (settlement instanceof Unsettled unsettled) {
      listener.table(request.table().toString()).commitFailed();
      LOG.warn(
          "Cannot commit table {} round {}: {}",
          request.table(),
          request.round(),
          unsettled.cause().getMessage(),
          unsettled.cause());
    }
  }
}
