package io.frazil.connector.change;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What each value of the operation column means. Case and surrounding blanks of a value do not
 * count. A value that is not in the map has no meaning: it never falls back to an insert.
 */
public final class OperationMap {
  /** What a value means for the row of its record's key. */
  public enum Meaning {
    /** The row is now as the record says, and is new. */
    INSERT,
    /** The row is now as the record says. */
    UPDATE,
    /** The row was so before an update that follows: only a changelog has to know. */
    UPDATE_BEFORE,
    /** The row is gone. */
    DELETE,
    /** Nothing happens. */
    IGNORE,
    /** All rows are gone. */
    TRUNCATE
  }

  private static final OperationMap STANDARD = standardMap();

  private final Map<String, Meaning> meanings;

  private OperationMap(Map<String, Meaning> meanings) {
    this.meanings = Map.copyOf(meanings);
  }

  /** The values that AWS DMS, Debezium, Flink and changelog views send. */
  public static OperationMap standard() {
    return STANDARD;
  }

  /** This map with other meanings of some values; case and outer blanks of a value don't count. */
  public OperationMap with(Map<String, Meaning> others) {
    Map<String, Meaning> all = new HashMap<>(meanings);
    others.forEach((value, meaning) -> all.put(normalized(value), meaning));
    return new OperationMap(all);
  }

  /** This map with the values that mean a delete ignored. */
  public OperationMap ignoringDeletes() {
    Map<String, Meaning> all = new HashMap<>(meanings);
    all.replaceAll((value, meaning) -> meaning == Meaning.DELETE ? Meaning.IGNORE : meaning);
    return new OperationMap(all);
  }

  /** The meaning of a value; empty if it is unknown. */
  public Optional<Meaning> meaning(String value) {
    requireNonNull(value, "value");
    Meaning exact = meanings.get(value);
    return Optional.ofNullable(exact != null ? exact : meanings.get(normalized(value)));
  }

  private static OperationMap standardMap() {
    Map<String, Meaning> meanings = new HashMap<>();
    putAll(meanings, Meaning.INSERT, "i", "insert", "load", "c", "r", "+i");
    putAll(meanings, Meaning.UPDATE, "u", "update", "update_after", "+u");
    putAll(meanings, Meaning.UPDATE_BEFORE, "update_before", "-u");
    putAll(meanings, Meaning.DELETE, "d", "delete", "-d");
    putAll(meanings, Meaning.IGNORE, "m");
    putAll(meanings, Meaning.TRUNCATE, "t", "truncate");
    return new OperationMap(meanings);
  }

  private static void putAll(Map<String, Meaning> meanings, Meaning meaning, String... values) {
    for (String value : values) {
      meanings.put(value, meaning);
    }
  }

  private static String normalized(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }
}
