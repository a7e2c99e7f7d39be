package io.frazil.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator sees of a connector: figures in JMX, and the worker's log. */
class OperatorsViewIT {
  @RegisterExtension static final SharedCluster RUNNING = new SharedCluster();

  /** Digits, so that a number can be one too. */
  private static final String SECRET = "86420975318642";

  private static final List<String> GOOD =
      Stream.of(
              "{'_op':'I','id':'S','name':'S','amount':S,'at':{'street':'S','number':1}}",
              "{'_op':'U','id':'S','name':'S2','amount':1,'unknown':'S'}",
              "{'_op':'D','id':'S'}",
              "{'_op':'I','id':'other','name':'S','amount':S}")
          .map(OperatorsViewIT::json)
          .toList();

  private static final List<String> BAD =
      Stream.of(
              "{'_op':'I','id':'S','name':'S','amount':'S is no number'}",
              "{'_op':'S','id':'S','name':'S','amount':1}",
              "{'_op':'I','id':null,'name':'S','amount':1}",
              "{'_op':'I','id':'S','name':'S','amount':1,'at':{'street':'S','number':'S x'}}",
              "{'_op':'I','id':['S'],'name':'S','amount':1}",
              "{'_op':S,'id':'S','name':'S','amount':1}",
              "['S']")
          .map(OperatorsViewIT::json)
          .toList();

  private static String json(String value) {
    return value.replace('\'', '"').replace("S", SECRET);
  }

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

  @Test
  void noLineOfTheLogTellsAValueWhateverHappensToIt() throws IOException {
    RUNNING.cluster().workers().forEach(worker -> worker.rest().logFrom("io.frazil", "DEBUG"));
    try (Pipeline tolerant = ofSecrets("kept-secrets");
        Pipeline strict = ofSecrets("kept-secrets-too")) {
      tolerant.with("errors.tolerance", "all").with("iceberg.errors.table", "db.bad").start(1);
      GOOD.forEach(value -> send(tolerant, value));
      BAD.forEach(value -> send(tolerant, value));
      tolerant.awaitTold();
      assertThat(tolerant.rows("db.bad")).hasSize(BAD.size());
      send(strict, GOOD.get(0));
      send(strict, BAD.get(0));
      assertThat(strict.start(1).rest().awaitFailure(strict.name())).doesNotContain(SECRET);
    } finally {
      RUNNING.cluster().workers().forEach(worker -> worker.rest().logFrom("io.frazil", "INFO"));
    }
    List<String> lines = lines();
    assertThat(lines).anyMatch(line -> line.contains("DEBUG") && line.contains("io.frazil"));
    assertThat(lines.stream().filter(line -> line.contains("Passing over a record: ")))
        .hasSizeGreaterThanOrEqualTo(BAD.size());
    assertThat(lines.stream().filter(line -> line.contains(SECRET))).isEmpty();
  }

  private static Pipeline ofSecrets(String name) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1)
        .with("iceberg.tables", Pipeline.MIRROR)
        .without("iceberg.table.%s.write-mode".formatted(Pipeline.HISTORY))
        .withChangelog();
  }

  private static void send(Pipeline pipeline, String value) {
    ProducerRecord<String, String> change =
        new ProducerRecord<>(pipeline.name(), 0, "\"" + SECRET + "\"", value);
    change.headers().add("origin", SECRET.getBytes(UTF_8));
    pipeline.topics().send(List.of(change));
  }

  private static Map<String, Map<String, Object>> beans(String connector)
      throws IOException, JMException {
    return ConnectorFigures.of(RUNNING.cluster().workers(), connector).beans().stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> linesOfCommits(Pipeline pipeline) throws IOException {
    return lines().stream()
        .filter(line -> line.contains("Committed table ") && line.contains(pipeline.name()))
        .toList();
  }

  private static List<String> lines() throws IOException {
    List<String> found = new ArrayList<>();
    for (ConnectWorker worker : RUNNING.cluster().workers()) {
      found.addAll(Files.readAllLines(worker.process().log()));
    }
    return found;
  }
}
