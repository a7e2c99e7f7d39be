package io.frazil.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.benchmark.Options.Recording;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void withoutArgumentsAllContendersAreMeasuredWithOneTaskAndTwo() {
    Options options = options();

    assertThat(options.contenders()).containsExactly(Contender.values());
    assertThat(options.tasks()).containsExactly(1, 2);
    assertThat(options.recording()).isEqualTo(Recording.OFF);
  }

  @Test
  void eachOptionCanBeChosen() {
    assertThat(
            options(
                "--records=10",
                "--warm-up-records=5",
                "--rounds=2",
                "--tasks=2",
                "--contenders=APACHE_APPEND,FRAZIL_APPEND",
                "--recording=ON"))
        .isEqualTo(
            new Options(
                10,
                5,
                2,
                List.of(2),
                List.of(Contender.APACHE_APPEND, Contender.FRAZIL_APPEND),
                Recording.ON));
  }

  @Test
  void anUnknownOptionIsRefusedByItsName() {
    assertThatThrownBy(() -> options("--records=10", "--speed=9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot understand '--speed'.");
  }

  @Test
  void whatIsNoOptionIsRefused() {
    assertThatThrownBy(() -> options("fast"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot understand 'fast'.");
  }

  @Test
  void nothingToMeasureIsRefused() {
    assertThatThrownBy(() -> options("--rounds=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot measure less than one record or round.");
  }

  private static Options options(String... arguments) {
    return Options.of(arguments);
  }
}
