package io.frazil.connector.metrics;

/** The rounds of a connector, as JMX shows them in the worker whose task leads it. */
public interface ConnectorMetricsMXBean {

  /** The number of the task that leads. */
  int getLeadingTask();

  /** Seconds since it was elected; all figures are of this time. */
  long getSecondsLeading();

  /** Rounds that ended: every table was committed to, or could not be. */
  long getRounds();

  /** Milliseconds that these took. */
  long getRoundMillis();

  /** Milliseconds that the last one took; -1 where there was none. */
  long getLastRoundMillis();

  /** Seconds since the last one ended; -1 where there was none. */
  long getSecondsSinceRound();
}
