package io.frazil.endtoend;

import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.WorkerFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.JMException;

/** What JMX shows of a connector in all workers: each bean's name and attributes. */
record ConnectorFigures(List<Map.Entry<String, Map<String, Object>>> beans) {
  ConnectorFigures {
    beans = List.copyOf(beans);
  }

  static ConnectorFigures of(Collection<ConnectWorker> workers, String connector)
      throws IOException, JMException {
    List<Map.Entry<String, Map<String, Object>>> beans = new ArrayList<>();
    for (ConnectWorker worker : workers) {
      try (WorkerFigures figures = WorkerFigures.of(worker)) {
        beans.addAll(figures.beans("io.frazil:connector=\"%s\",*".formatted(connector)).entrySet());
      }
    }
    return new ConnectorFigures(beans);
  }

  private Stream<Map<String, Object>> attributes(String type) {
    return beans.stream()
        .filter(bean -> bean.getKey().startsWith("type=" + type + ","))
        .map(Map.Entry::getValue);
  }

  /** How many beans there are of a type, such as task. */
  long count(String type) {
    return attributes(type).count();
  }

  /** The sum of a figure over all beans of a type. */
  long sum(String type, String attribute) {
    return attributes(type).mapToLong(bean -> ((Number) bean.get(attribute)).longValue()).sum();
  }
}
