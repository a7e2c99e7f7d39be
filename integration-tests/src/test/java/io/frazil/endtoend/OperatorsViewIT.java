package io.frazil.endtoend;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.cluster.ConnectWorker;
import io.frazil.cluster.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.JMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator sees of a connector: figures in JMX, and the worker's log. */
class OperatorsViewIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  @Test
  void figuresOfConnectorTaskAndTableTellWhatWasDone() throws IOException, JMException {
    try (Pipeline pipeline =
        Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), "operators-view", 1)) {
      pipeline.start(1).send(40).awaitApplied().awaitTold();

      Map<String, Map<String, Object>> beans = beans(pipeline.name());
      String connector = "connector=\"%s\"".formatted(pipeline.name());
      assertThat(beans)
          .containsOnlyKeys(
              "type=connector," + connector,
              "type=table," + connector + ",task=0,table=\"%s\"".formatted(Pipeline.MIRROR),
              "type=table," + connector + ",task=0,table=\"%s\"".formatted(Pipeline.HISTORY),
              "type=task," + connector + ",task=0");
      assertThat(beans.get("type=connector," + connector)).containsEntry("LeadingTask", 0);
      assertThat(beans.get("type=task," + connector + ",task=0"))
          .containsEntry("Leading", true)
          .containsEntry("RecordsPassedOver", 0L)
          .containsEntry("UnacknowledgedDeltas", 0);
      Map<String, Object> mirror =
          beans.get("type=table," + connector + ",task=0,table=\"%s\"".formatted(Pipeline.MIRROR));
      assertThat((long) mirror.get("Upserts") + (long) mirror.get("Deletes")).isEqualTo(40);
      assertThat((long) mirror.get("Commits")).isPositive();
      assertThat((long) mirror.get("SourceLagMillis")).isNotNegative();
      assertThat((long) mirror.get("SecondsSinceCommit")).isBetween(0L, 60L);
      pipeline.verify();

      assertThat(linesOfCommits(pipeline))
          .isNotEmpty()
          .allSatisfy(line -> assertThat(line).contains("[%s|task-0".formatted(pipeline.name())));
    }
  }

  private static Map<String, Map<String, Object>> beans(String connector)
      throws IOException, JMException {
    return ConnectorFigures.of(RUNNING.cluster().workers(), connector).beans().stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> linesOfCommits(Pipeline pipeline) throws IOException {
    List<String> found = new ArrayList<>();
    for (ConnectWorker worker : RUNNING.cluster().workers()) {
      try (Stream<String> lines = Files.lines(worker.process().log())) {
        lines
            .filter(line -> line.contains("Committed table ") && line.contains(pipeline.name()))
            .forEach(found::add);
      }
    }
    return found;
  }
}
