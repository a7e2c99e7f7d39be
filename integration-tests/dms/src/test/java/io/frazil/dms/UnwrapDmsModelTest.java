package io.frazil.dms;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.dms.TaskSettings.Apply;
import io.frazil.dms.TaskSettings.BeforeImages;
import io.frazil.dms.TaskSettings.ColumnFilter;
import io.frazil.dms.TaskSettings.Detail;
import io.frazil.dms.TaskSettings.MessageFormat;
import io.frazil.dms.TaskSettings.Source;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * The transform makes of a task's messages what happened in the source, whatever the task is set
 * to. A failure comes again with {@code -Dfrazil.seed} and the seed it printed.
 */
class UnwrapDmsModelTest {
  private static final Comparator<Envelope> BY_POSITION =
      comparing(envelope -> envelope.position().orElse(null), nullsFirst(naturalOrder()));

  private final long seed = Long.getLong("frazil.seed", new Random().nextLong());

  @Test
  void eachMessageBecomesTheChangeThatTheSourceMade() {
    forAll(
        settings -> true,
        (history, random) ->
            assertThat(history.envelopes().stream().map(UnwrapDmsModelTest::withoutPosition))
                .containsExactlyElementsOf(history.expected()));
  }

  @Test
  void messagesAboutTablesBecomeNothing() {
    DmsTask task = new DmsTask(TaskSettings.recommended(), InstantSource.system());

    assertThat(Unwrapping.of(task.start())).isNotEmpty().containsOnly(Optional.empty());
  }

  @Test
  void loadAndChangesInTheirOrderLeadToTheRowsOfTheSource() {
    forAll(
        settings -> settings.beforeImages() != BeforeImages.NONE,
        (history, random) ->
            assertThat(rowsAfter(history.envelopes())).isEqualTo(history.expectedRows()));
  }

  @Test
  void loadAndChangesInTheOrderOfTheirPositionsLeadToTheRowsOfTheSource() {
    forAll(
        settings ->
            settings.beforeImages() != BeforeImages.NONE && settings.has(Detail.TRANSACTION),
        (history, random) -> {
          List<Envelope> anyOrder = new ArrayList<>(history.envelopes());
          Collections.shuffle(anyOrder, random);
          // Loaded rows have no position and come first; there is one of each key.
          anyOrder.sort(BY_POSITION);
          assertThat(rowsAfter(anyOrder)).isEqualTo(history.expectedRows());
        });
  }

  private static Map<Object, Map<?, ?>> rowsAfter(List<Envelope> envelopes) {
    Map<Object, Map<?, ?>> rows = new HashMap<>();
    for (Envelope envelope : envelopes) {
      envelope.formerKey().ifPresent(rows::remove);
      if (envelope.isDelete()) {
        rows.remove(envelope.rowKey());
      } else {
        rows.put(envelope.rowKey(), envelope.row());
      }
    }
    return rows;
  }

  private static Envelope withoutPosition(Envelope envelope) {
    return new Envelope(
        envelope.operation(), envelope.key(), envelope.row(), envelope.before(), Optional.empty());
  }

  private void forAll(Predicate<TaskSettings> chosen, BiConsumer<History, Random> check) {
    System.out.println("UnwrapDmsModelTest: seed " + seed);
    Random random = new Random(seed);
    allSettings(
        settings -> {
          if (chosen.test(settings)) {
            try {
              check.accept(History.of(settings, random), random);
            } catch (AssertionError | RuntimeException failure) {
              throw new AssertionError("-Dfrazil.seed=%d, %s".formatted(seed, settings), failure);
            }
          }
        });
  }

  private static void allSettings(Consumer<TaskSettings> each) {
    for (Source source : Source.values()) {
      for (BeforeImages images : BeforeImages.values()) {
        for (ColumnFilter filter : ColumnFilter.values()) {
          for (Apply apply : Apply.values()) {
            for (MessageFormat format : MessageFormat.values()) {
              for (Set<Detail> details : subsets()) {
                each.accept(new TaskSettings(source, images, filter, apply, format, details));
              }
            }
          }
        }
      }
    }
  }

  private static List<Set<Detail>> subsets() {
    List<Set<Detail>> subsets = new ArrayList<>();
    subsets.add(EnumSet.noneOf(Detail.class));
    for (Detail detail : Detail.values()) {
      for (Set<Detail> subset : List.copyOf(subsets)) {
        Set<Detail> larger = EnumSet.of(detail);
        larger.addAll(subset);
        subsets.add(larger);
      }
    }
    return subsets;
  }
}
