package io.frazil.benchmark;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much is measured.
 *
 * @param records in the topic, all of which each run brings into a table
 * @param warmUpRecords that each worker has written before it is measured
 * @param rounds how often each contender is measured
 * @param tasks the values of {@code tasks.max} to measure with
 * @param contenders who is measured
 * @param recording whether each worker leaves a flight recording
 */
record Options(
    long records,
    long warmUpRecords,
    int rounds,
    List<Integer> tasks,
    List<Contender> contenders,
    Recording recording) {
  static final String USAGE =
      """
      Usage: integration-tests/benchmark [--records=4000000] [--warm-up-records=1000000] [--rounds=3] [--tasks=1,2]
                                         [--contenders=FRAZIL_APPEND,APACHE_APPEND,FRAZIL_UPSERT] [--recording=OFF|ON]""";

  private static final Pattern OPTION = Pattern.compile("--([a-z-]+)=(.+)");
  private static final Options STANDARD =
      new Options(
          4_000_000, 1_000_000, 3, List.of(1, 2), List.of(Contender.values()), Recording.OFF);

  enum Recording {
    OFF,
    ON
  }

  Options {
    tasks = List.copyOf(tasks);
    contenders = List.copyOf(contenders);
    if (records < 1 || warmUpRecords < 1 || rounds < 1) {
      throw new IllegalArgumentException("Cannot measure less than one record or round.");
    }
  }

  /**
   * What the arguments ask for, and the usual where they say nothing.
   *
   * @throws IllegalArgumentException if they make no sense
   */
  static Options of(String[] arguments) {
    Options options = STANDARD;
    for (String argument : arguments) {
      Matcher option = OPTION.matcher(argument);
      if (!option.matches()) {
        throw new IllegalArgumentException("Cannot understand '%s'.".formatted(argument));
      }
      options = options.with(option.group(1), option.group(2));
    }
    return options;
  }

  private Options with(String name, String value) {
    return switch (name) {
      case "records" ->
          new Options(Long.parseLong(value), warmUpRecords, rounds, tasks, contenders, recording);
      case "warm-up-records" ->
          new Options(records, Long.parseLong(value), rounds, tasks, contenders, recording);
      case "rounds" ->
          new Options(
              records, warmUpRecords, Integer.parseInt(value), tasks, contenders, recording);
      case "tasks" ->
          new Options(
              records,
              warmUpRecords,
              rounds,
              parts(value).stream().map(Integer::valueOf).toList(),
              contenders,
              recording);
      case "contenders" ->
          new Options(
              records,
              warmUpRecords,
              rounds,
              tasks,
              parts(value).stream().map(Contender::valueOf).toList(),
              recording);
      case "recording" ->
          new Options(records, warmUpRecords, rounds, tasks, contenders, Recording.valueOf(value));
      default -> throw new IllegalArgumentException("Cannot understand '--%s'.".formatted(name));
    };
  }

  private static List<String> parts(String value) {
    return List.of(value.split(",", -1));
  }
}
