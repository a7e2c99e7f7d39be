package io.frazil.connector.config;

import static java.util.Comparator.comparingInt;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The secrets of a configuration, to be left out of whatever is told: values of options of the
 * catalog, of storage and of Kafka whose names say so, and those in addresses and in JAAS
 * configurations.
 *
 * @param values the secrets
 */
public record Secrets(List<String> values) {
  private static final Pattern PASSED_ON = Pattern.compile("iceberg\\.(catalog|hadoop|kafka)\\..+");
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(token|credential|passw|secret|key|jaas|sas|user-?info).*");
  private static final Pattern IN_TEXT =
      Pattern.compile(
          "(?i)((?:password|passwd|pwd|secret|token|credential|key)=[\"']?)[^&;,\\s\"']+"
              + "|(://[^/\\s:@]*:)[^/\\s@]+(?=@)");
  private static final String MASK = "***";

  /** Shorter ones are in many words. */
  private static final int MIN_LENGTH = 4;

  public Secrets {
    values = values.stream().sorted(comparingInt(String::length).reversed()).toList();
  }

  /** Those among the given options. */
  public static Secrets of(Map<String, String> given) {
    return new Secrets(
        given.entrySet().stream()
            .filter(option -> option.getValue() != null)
            .filter(option -> PASSED_ON.matcher(option.getKey()).matches())
            .filter(option -> SECRET.matcher(option.getKey()).matches())
            .flatMap(option -> partsOf(option.getValue()))
            .filter(Secrets::tellsMuch)
            .toList());
  }

  /** The text with each secret replaced. */
  public String masked(String text) {
    String masked = text;
    for (String secret : values) {
      masked = masked.replace(secret, MASK);
    }
    return IN_TEXT
        .matcher(masked)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    Optional.ofNullable(found.group(1)).orElseGet(() -> found.group(2)) + MASK));
  }

  // A credential may be an id and a secret, and each be told alone.
  private static Stream<String> partsOf(String value) {
    return Stream.concat(Stream.of(value), Stream.of(value.substring(value.indexOf(':') + 1)));
  }

  private static boolean tellsMuch(String value) {
    return value.length() >= MIN_LENGTH && !value.equals("true") && !value.equals("false");
  }

  @Override
  public String toString() {
    return "Secrets[" + values.size() + "]";
  }
}
