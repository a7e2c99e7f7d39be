package io.frazil.benchmark.deletes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.benchmark.deletes.Options.Load;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void withoutArgumentsEveryModeIsMeasuredOnTenMillionRows() {
    Options options = options();

    assertThat(options.modes()).containsExactly(Mode.values());
    assertThat(options.engines()).containsExactly(Engine.SPARK, Engine.GENERIC);
    assertThat(options.load()).isEqualTo(new Load(10_000_000, 30, 10_000, 50, 10));
    assertThat(options.docs()).isEmpty();
  }

  @Test
  void eachOptionCanBeChosen() {
    assertThat(
            options(
                "--rows=100",
                "--files=3",
                "--keys=10",
                "--commits=4",
                "--copy-on-write-commits=2",
                "--modes=COPY_ON_WRITE,EQUALITY",
                "--engines=GENERIC",
                "--rounds=5",
                "--warehouse=there",
                "--docs=docs"))
        .isEqualTo(
            new Options(
                new Load(100, 3, 10, 4, 2),
                List.of(Mode.COPY_ON_WRITE, Mode.EQUALITY),
                List.of(Engine.GENERIC),
                5,
                Path.of("there"),
                Optional.of(Path.of("docs"))));
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThatThrownBy(() -> options("--rows=10", "--speed=9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot understand '--speed=9'.");
  }

  @Test
  void whatIsNoOptionIsRefused() {
    assertThatThrownBy(() -> options("fast"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot understand 'fast'.");
  }

  @Test
  void nothingToMeasureIsRefused() {
    assertThatThrownBy(() -> options("--commits=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot measure less than one of anything.");
    assertThatThrownBy(() -> options("--rounds=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot measure less than one round.");
  }

  @Test
  void moreFilesThanRowsAreRefused() {
    assertThatThrownBy(() -> options("--rows=2", "--files=3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot divide 2 rows among 3 files.");
  }

  @Test
  void aTableIsReadBeforeTheFirstCommitAfterSomeAndAfterTheLast() {
    Load load = new Load(100, 1, 10, 60, 10);

    assertThat(load.reads(Mode.EQUALITY)).containsExactly(0, 1, 10, 50, 60);
    assertThat(load.reads(Mode.COPY_ON_WRITE)).containsExactly(0, 1, 10);
  }

  private static Options options(String... arguments) {
    return Options.of(arguments);
  }
}
