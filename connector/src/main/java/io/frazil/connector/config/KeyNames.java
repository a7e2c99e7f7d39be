package io.frazil.connector.config;

import static java.util.Comparator.comparingInt;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The keys that this connector knows. Others that begin like its own are refused: an option that is
 * silently ignored, since it is misspelt or of another version, costs rows.
 *
 * @param defined the keys of the definition, those of the listed tables among them
 */
record KeyNames(Set<String> defined) {
  private static final String OURS = "iceberg.";

  /** What other Iceberg sinks know and what has no meaning here, each with the reason. */
  static final NavigableMap<String, String> WITHOUT_MEANING =
      Collections.unmodifiableNavigableMap(
          new TreeMap<>(
              Map.of(
                  "iceberg.connect.group-id",
                  "nothing depends on the name of the consumer group",
                  "iceberg.control.group-id",
                  "committed offsets live in the tables",
                  "iceberg.coordinator.transactional.prefix",
                  "no Kafka transactions are used",
                  "iceberg.coordinator.transactional.suffix",
                  "no Kafka transactions are used",
                  "iceberg.coordinator-executor-keep-alive-timeout-ms",
                  "the coordinator's threads live as long as it does",
                  "iceberg.tables.replace-null-with-default",
                  "a null is stored as a null, never as its column's default")));

  KeyNames {
    defined = Set.copyOf(defined);
  }

  /** What to tell about given keys that are accepted and ignored. */
  static List<String> warnings(Set<String> given) {
    return given.stream()
        .filter(WITHOUT_MEANING::containsKey)
        .sorted()
        .map(key -> "Option '" + key + "' has no effect: " + WITHOUT_MEANING.get(key))
        .toList();
  }

  /** The given keys that are not known, each with what to tell about it; never their values. */
  Map<String, String> refusals(Set<String> given) {
    Map<String, String> refusals = new TreeMap<>();
    for (String key : given) {
      if (key.startsWith(OURS) && !isKnown(key)) {
        refusals.put(key, refusal(key));
      }
    }
    return refusals;
  }

  private boolean isKnown(String key) {
    return defined.contains(key)
        || WITHOUT_MEANING.containsKey(key)
        || KeyFamily.ALL.stream().anyMatch(family -> family.has(key));
  }

  private String refusal(String key) {
    String hint =
        nearest(key)
            .map(near -> " Did you mean '" + near + "'?")
            .orElse(" Remove it, or see the manual for the options there are.");
    return tableOf(key)
            .map(
                table ->
                    "Cannot use '"
                        + key
                        + "': table '"
                        + table
                        + "' is not listed in "
                        + TablesOptions.NAMES
                        + ".")
            .orElse("Unknown option '" + key + "'.")
        + hint;
  }

  /** The table that a key is about, if it is about one. */
  static Optional<String> tableOf(String key) {
    return TableOptions.SUFFIXES.stream()
        .filter(suffix -> key.startsWith(TableOptions.PREFIX) && key.endsWith("." + suffix))
        .filter(suffix -> key.length() > TableOptions.PREFIX.length() + suffix.length() + 1)
        .map(
            suffix ->
                key.substring(TableOptions.PREFIX.length(), key.length() - suffix.length() - 1))
        .findFirst();
  }

  /** The table that a key is about, if its last part were an option of a table. */
  static Optional<String> likelyTableOf(String key) {
    int end = key.lastIndexOf('.');
    return key.startsWith(TableOptions.PREFIX) && end > TableOptions.PREFIX.length()
        ? Optional.of(key.substring(TableOptions.PREFIX.length(), end))
        : Optional.empty();
  }

  private Optional<String> nearest(String key) {
    int tolerated = key.length() / 3;
    return Stream.concat(
            defined.stream(), KeyFamily.ALL.stream().map(family -> family.corrected(key)))
        .sorted()
        .min(comparingInt(known -> distance(key, known)))
        .filter(known -> distance(key, known) <= tolerated);
  }

  /** How many letters must be put in, taken out or replaced (Levenshtein). */
  static int distance(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      previous[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] current = new int[to.length() + 1];
      current[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int replaced =
            previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
        current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
