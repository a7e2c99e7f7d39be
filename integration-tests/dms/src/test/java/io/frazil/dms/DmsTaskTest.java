package io.frazil.dms;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.frazil.dms.TaskSettings.Apply;
import io.frazil.dms.TaskSettings.BeforeImages;
import io.frazil.dms.TaskSettings.ColumnFilter;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.dms.TaskSettings.MessageFormat;
import io.frazil.dms.TaskSettings.Source;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the stand-in writes is what the samples have, which were made after published messages. */
class DmsTaskTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES =
      Path.of("..", "..", "transforms", "src", "test", "resources", "samples", "dms", "kafka");
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-02T10:15:30.123456Z"));
  private static final Parcel BOX = parcel(101, "blue box", "2.5");

  @Test
  void aTaskStartsWithTheControlMessagesOfTheSamples() throws IOException {
    List<Message> start = new DmsTask(TaskSettings.recommended(), CLOCK).start();

    assertThat(start).hasSize(3);
    assertIsSample(start.get(0), "01-control-drop-table");
    assertIsSample(start.get(1), "02-control-create-table");
    assertIsSample(start.get(2), "03-control-exceptions-table");
    assertThat(new DmsTask(TaskSettings.recommended().without(Detail.CONTROL), CLOCK).start())
        .isEmpty();
  }

  @Test
  void loadAndChangesOfATaskAreThoseOfTheSamples() throws IOException {
    DmsTask task = new DmsTask(TaskSettings.recommended(), CLOCK);
    Parcel crate = parcel(103, "", "2.5");
    Parcel heavier = parcel(101, "blue box", "2.75");

    assertIsSample(task.load(BOX), "04-data-load");
    task.changes(transaction(1, new Change.Insert(parcel(1, "earlier", "1"))));
    assertIsSample(
        task.changes(transaction(2, new Change.Insert(crate))), "06-data-insert-details");
    assertIsSample(
        task.changes(transaction(3, new Change.Update(BOX, heavier))),
        "07-data-update-before-image-empty");
    assertIsSample(
        task.changes(transaction(4, new Change.Update(crate, crate.withId(203)))),
        "08-data-update-pk-change");
    task.changes(transaction(6, new Change.Insert(parcel(1, "earlier", "1"))));
    assertIsSample(
        task.changes(transaction(7, new Change.Delete(heavier))), "11-data-delete-nulls");
  }

  @Test
  void changesOfOneTransactionDifferByTheirPlaceInIt() throws IOException {
    DmsTask task = new DmsTask(TaskSettings.recommended(), CLOCK);
    Change change = new Change.Insert(BOX);
    task.changes(transaction(1, change, change));

    List<JsonNode> metadata = new ArrayList<>();
    for (Message message : task.changes(transaction(2, change, change, change))) {
      metadata.add(json(message).path("metadata"));
    }

    assertThat(metadata)
        .extracting(each -> each.path("transaction-record-id").asInt())
        .containsExactly(1, 2, 3);
    assertThat(metadata)
        .extracting(each -> each.path("prev-transaction-record-id").asInt())
        .containsOnly(2);
    assertThat(metadata)
        .extracting(each -> each.path("stream-position").asText())
        .containsOnly("00000003/5A000102.1.00000003/5A000102");
  }

  @Test
  void beforeImagesHaveTheFormOfTheTask() throws IOException {
    Set<Detail> all = EnumSet.allOf(Detail.class);
    DmsTask columns =
        new DmsTask(
            new TaskSettings(
                Source.POSTGRESQL,
                BeforeImages.COLUMNS,
                ColumnFilter.PK_ONLY,
                Apply.IN_ORDER,
                MessageFormat.JSON,
                all),
            CLOCK);
    Parcel moved = parcel(203, "", "2.5");
    columns.changes(transaction(4, new Change.Insert(moved)));
    DmsTask whole =
        new DmsTask(
            new TaskSettings(
                Source.MYSQL,
                BeforeImages.OBJECT,
                ColumnFilter.ALL,
                Apply.IN_ORDER,
                MessageFormat.JSON,
                all),
            CLOCK);

    assertIsSample(
        columns.changes(transaction(5, new Change.Update(moved, moved.withId(204)))),
        "09-data-update-bi-columns");
    assertThat(
            json(whole
                    .changes(
                        transaction(
                            6,
                            new Change.Update(
                                parcel(101, "blue box", "2.75"), parcel(101, "blue box", "3.0"))))
                    .get(0))
                .path("before-image"))
        .isEqualTo(sample("10-data-update-before-image-all").path("value").path("before-image"));
  }

  @Test
  void bothLayoutsAreThoseOfTheSamples() throws IOException {
    TaskSettings minimal =
        TaskSettings.recommended().without(Detail.NULL_AND_EMPTY).without(Detail.TRANSACTION);
    TaskSettings inOneLine =
        new TaskSettings(
            minimal.source(),
            minimal.beforeImages(),
            minimal.filter(),
            minimal.apply(),
            MessageFormat.JSON_UNFORMATTED,
            minimal.details());
    Transaction insert = transaction(1, new Change.Insert(parcel(102, "crate", "2.5")));

    assertThat(new DmsTask(minimal, CLOCK).changes(insert))
        .containsExactly(new Message("depot.parcel", text("raw-json-default.txt")));
    assertThat(new DmsTask(inOneLine, CLOCK).changes(insert))
        .containsExactly(new Message("depot.parcel", text("raw-json-unformatted.txt")));
  }

  @Test
  void whatIsNullOrEmptyIsLeftOutUnlessToldOtherwise() throws IOException {
    DmsTask task = new DmsTask(TaskSettings.recommended().without(Detail.NULL_AND_EMPTY), CLOCK);
    task.changes(transaction(7, new Change.Insert(BOX)));

    assertIsSample(
        task.changes(transaction(8, new Change.Delete(parcel(102, "crate", "2.5")))),
        "12-data-delete-sparse");
    assertThat(json(task.load(parcel(103, "", "2.5"))).path("data").has("label")).isFalse();
  }

  @Test
  void changesThatAreAppliedInParallelHaveThePartitionKeyOfTheirRow() throws IOException {
    DmsTask task = new DmsTask(TaskSettings.recommended().with(Apply.PARALLEL), CLOCK);

    Message move = task.changes(transaction(1, new Change.Update(BOX, BOX.withId(7)))).get(0);

    assertThat(move.key()).isEqualTo("depot.parcel.7");
    assertThat(json(move).path("metadata").path("partition-key-type").asText())
        .isEqualTo("primary-key");
  }

  private static Parcel parcel(long id, String label, String weight) {
    return new Parcel(
        id,
        Optional.of(label),
        Optional.of(new BigDecimal(weight)),
        Optional.of(true),
        Optional.of(Instant.parse("2026-03-01T08:00:00Z")),
        Optional.empty());
  }

  private static Transaction transaction(long number, Change... changes) {
    return new Transaction(
        number, Depot.BEGINNING.plus(Duration.ofSeconds(number)), Arrays.asList(changes));
  }

  private static void assertIsSample(List<Message> messages, String name) throws IOException {
    assertThat(messages).hasSize(1);
    assertIsSample(messages.get(0), name);
  }

  private static void assertIsSample(Message message, String name) throws IOException {
    JsonNode sample = sample(name);
    assertThat(json(message)).isEqualTo(sample.path("value"));
    assertThat(message.key()).isEqualTo(sample.path("key").asText());
  }

  private static JsonNode sample(String name) throws IOException {
    return JSON.readTree(Files.readString(SAMPLES.resolve(name + ".json"))).path("records").get(0);
  }

  private static JsonNode json(Message message) throws IOException {
    return JSON.readTree(message.value());
  }

  private static String text(String file) throws IOException {
    return Files.readAllLines(SAMPLES.resolve(file)).stream().collect(joining("\n"));
  }
}
