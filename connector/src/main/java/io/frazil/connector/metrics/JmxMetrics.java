package io.frazil.connector.metrics;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.ObjectName;

/**
 * Counts what a task does, and shows it in JMX until it is closed:
 *
 * <pre>
 * io.frazil:type=task,connector="name",task=number
 * io.frazil:type=table,connector="name",task=number,table="namespace.name"
 * io.frazil:type=connector,connector="name"     while this task leads
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class JmxMetrics implements TaskListener, AutoCloseable {
  private final String connector;
  private final int number;
  private final Clock clock;
  private final TaskFigures task = new TaskFigures();
  private final Map<String, TableFigures> tables = new ConcurrentHashMap<>();
  private final List<JmxBean> beans = new ArrayList<>();
  private Optional<Term> term = Optional.empty();

  private JmxMetrics(String connector, int number, Clock clock) {
    this.connector = "connector=" + ObjectName.quote(connector);
    this.number = number;
    this.clock = clock;
  }

  /** Begins to count and to show. */
  public static JmxMetrics show(String connector, int task, Clock clock) {
    JmxMetrics metrics = new JmxMetrics(connector, task, clock);
    metrics.add("task", ",task=" + task, metrics.task);
    return metrics;
  }

  @Override
  public TableListener table(String table) {
    // Not the map's own lock, under which nothing else should be called.
    TableFigures known = tables.get(table);
    return known == null ? shown(table) : known;
  }

  private synchronized TableFigures shown(String table) {
    TableFigures figures = tables.get(table);
    if (figures == null) {
      figures = new TableFigures(clock);
      add("table", ",task=" + number + ",table=" + ObjectName.quote(table), figures);
      tables.put(table, figures);
    }
    return figures;
  }

  private synchronized void add(String type, String rest, Object figures) {
    beans.add(JmxBean.show(name(type) + rest, figures));
  }

  private String name(String type) {
    return "io.frazil:type=" + type + "," + connector;
  }

  @Override
  public void skipped() {
    task.recordsSkipped.increment();
  }

  @Override
  public void passedOver() {
    task.recordsPassedOver.increment();
  }

  @Override
  public void stalled() {
    task.stalls.increment();
  }

  @Override
  public void unacknowledged(int deltas, long bytes) {
    task.unacknowledgedDeltas.set(deltas);
    task.unacknowledgedBytes.set(bytes);
  }

  @Override
  public synchronized void elected() {
    dismissed();
    task.leading.set(true);
    ConnectorFigures figures = new ConnectorFigures(number, clock);
    term = Optional.of(new Term(figures, JmxBean.show(name("connector"), figures)));
  }

  @Override
  public synchronized void dismissed() {
    task.leading.set(false);
    term.ifPresent(ended -> ended.bean().close());
    term = Optional.empty();
  }

  @Override
  public synchronized void roundBegan() {
    term.ifPresent(present -> present.figures().roundBegan());
  }

  @Override
  public synchronized void roundEnded() {
    term.ifPresent(present -> present.figures().roundEnded());
  }

  @Override
  public void scannedForKeys(long rows, long bytes) {
    task.rowsScanned.add(rows);
    task.bytesScanned.add(bytes);
  }

  @Override
  public void builtKeyBlock() {
    task.keyBlocksBuilt.increment();
  }

  @Override
  public void lostKeyBlock() {
    task.keyBlocksLost.increment();
  }

  @Override
  public void keyIndexHolds(long bytes) {
    task.keyIndexBytes.set(bytes);
  }

  @Override
  public synchronized void close() {
    dismissed();
    beans.forEach(JmxBean::close);
    beans.clear();
  }

  private record Term(ConnectorFigures figures, JmxBean bean) {}
}
