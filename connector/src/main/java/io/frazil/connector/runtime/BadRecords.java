package io.frazil.connector.runtime;

import io.frazil.connector.change.InvalidRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of records that can't be applied: reported and passed over where that is wanted
 * (KIP-610), else fatal.
 */
public final class BadRecords {
  private static final Logger LOG = LoggerFactory.getLogger(BadRecords.class);

  private final Optional<ErrantRecordReporter> reporter;
  private final Tolerance tolerance;
  private final List<Future<Void>> reports = new ArrayList<>();

  public BadRecords(Optional<ErrantRecordReporter> reporter, Tolerance tolerance) {
    this.reporter = reporter;
    this.tolerance = tolerance;
  }

  /** Passes the record over and reports it, if that is wanted. */
  boolean isPassedOver(SinkRecord sinkRecord, InvalidRecordException problem) {
    if (tolerance == Tolerance.NONE) {
      return false;
    }
    LOG.warn("Passing over a record: {}", problem.getMessage());
    reporter.ifPresent(r -> reports.add(r.report(sinkRecord, problem)));
    return true;
  }

  /**
   * Waits until all reports are in the dead-letter topic: only then may offsets go beyond their
   * records.
   */
  void await() {
    for (Future<Void> report : reports) {
      try {
        report.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectException("Interrupted while a bad record was being reported.", e);
      } catch (ExecutionException e) {
        throw new ConnectException(
            "Cannot report a bad record to the dead-letter topic. Check the topic and its rights.",
            e.getCause());
      }
    }
    reports.clear();
  }

  /** As {@code errors.tolerance} says. */
  public enum Tolerance {
    NONE,
    ALL
  }
}
