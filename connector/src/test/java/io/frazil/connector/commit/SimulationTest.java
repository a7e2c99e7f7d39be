package io.frazil.connector.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The protocol in random worlds. {@code -Dfrazil.simulation.worlds=100000} runs more of them,
 * {@code -Dfrazil.simulation.seed=N} begins at that seed (with one world: runs just that again).
 */
class SimulationTest {
  private static final long WORLDS = Long.getLong("frazil.simulation.worlds", 10_000);
  private static final long FIRST_SEED = Long.getLong("frazil.simulation.seed", 0);
  private static final long WORLDS_FOR_A_WRONG_PROTOCOL = 20_000;

  @Test
  void noFaultMakesATableWrong() {
    Map<SimWorld.Result, Long> results = new EnumMap<>(SimWorld.Result.class);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed++) {
      try {
        results.merge(new SimWorld(seed).run(), 1L, Long::sum);
      } catch (AssertionError | RuntimeException e) {
        fail("World of seed " + seed + ": " + e.getMessage(), e);
      }
    }
    assertThat(results.getOrDefault(SimWorld.Result.AT_REST, 0L))
        .isGreaterThanOrEqualTo(WORLDS * 9 / 10);
  }

  /** One rule is too rare to wait for: {@link WorkerTest} has a schedule that needs it. */
  @ParameterizedTest
  @EnumSource(value = Rule.class, mode = Mode.EXCLUDE, names = "RELOAD_BEFORE_FORGETTING")
  void leavingOutAnyRuleIsNoticed(Rule rule) {
    assertThat(isNoticed(rule)).as("some world notices that this is left out: " + rule).isTrue();
  }

  private static boolean isNoticed(Rule rule) {
    for (long seed = 0; seed < WORLDS_FOR_A_WRONG_PROTOCOL; seed++) {
      try {
        new SimWorld(seed, rule).run();
      } catch (AssertionError e) {
        return true;
      }
    }
    return false;
  }
}
