package io.frazil.connector.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Whether validation also looks at what the configuration is about.
 *
 * @param looks whether the catalog, its tables and Kafka are asked
 * @param timeout how long they may take to answer, all together
 */
public record PreflightOptions(Looks looks, Duration timeout) {
  /** The switch, which messages name. */
  public static final String ENABLED = "iceberg.preflight.enabled";

  static final String GROUP = "Preflight";
  static final String TIMEOUT = "iceberg.preflight.timeout-ms";

  public PreflightOptions {
    requireNonNull(looks, "looks");
    requireNonNull(timeout, "timeout");
  }

  static void define(ConfigDef definition) {
    Option.flag(ENABLED)
        .fallback(true)
        .addTo(
            definition,
            GROUP,
            "Preflight",
            "Whether a configuration is refused, when it is validated, created or changed, if the"
                + " catalog or Kafka cannot be reached, or if tables or the control topic are not"
                + " as the configuration needs them.");
    Option.wholeNumber(TIMEOUT, ConfigDef.Type.INT, 1)
        .fallback(20_000)
        .usefulIf(Option.isOn(ENABLED))
        .addTo(
            definition,
            GROUP,
            "Preflight timeout",
            "Milliseconds that the catalog and Kafka have for their answers; less than the 90"
                + " seconds that Connect gives a request.");
  }

  static PreflightOptions from(Settings settings) {
    return new PreflightOptions(
        settings.flag(ENABLED) ? Looks.ON : Looks.OFF, settings.milliseconds(TIMEOUT));
  }

  /** Whether the catalog, its tables and Kafka are asked. */
  public enum Looks {
    /** They are. */
    ON,
    /** They are not: the tasks will tell. */
    OFF
  }
}
