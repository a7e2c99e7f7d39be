package io.frazil.connector.config;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Those who read a table: it must be written so that each can read it.
 *
 * @param declared who they are; none asks for nothing
 */
public record Readers(Set<Reader> declared) {
  private static final int FIRST_WITH_VECTORS = 3;

  public Readers {
    EnumSet<Reader> sorted = EnumSet.noneOf(Reader.class);
    sorted.addAll(declared);
    declared = Collections.unmodifiableSet(sorted);
  }

  static Readers named(List<String> names) {
    EnumSet<Reader> declared = EnumSet.noneOf(Reader.class);
    names.forEach(name -> declared.add(Choice.read(Reader.class, name)));
    return new Readers(declared);
  }

  /** Whether a table that is created for them in mode auto needs deletion vectors. */
  public boolean needVectors() {
    return !see(DeleteMode.POSITION) && see(DeleteMode.DELETION_VECTOR);
  }

  /** Whether there is a format version in which mode auto writes what all of them see. */
  boolean seeAuto() {
    return see(DeleteMode.POSITION) || see(DeleteMode.DELETION_VECTOR);
  }

  /**
   * Why not all of them could read a table of a format version, whatever is written.
   *
   * @return the reason and what to do, if any
   */
  public Optional<String> formatFault(String table, int version) {
    return fault(
        "have table '%s' in format version %d".formatted(table, version),
        reader -> reader.newestFormatVersion() < version,
        "Keep it in format version 2, or remove them from the readers.");
  }

  /**
   * Why not all of them would see deletes that are written in a mode.
   *
   * @param version the table's format version, which decides what auto is
   * @param modeKey the option that sets the mode
   * @return the reason and what to do, if any
   */
  public Optional<String> deleteFault(String table, DeleteMode mode, int version, String modeKey) {
    DeleteMode written = mode == DeleteMode.AUTO ? auto(version) : mode;
    return fault(
        "delete rows of table '%s' by %s".formatted(table, Choice.written(written)),
        reader -> !reader.sees(written),
        advice(modeKey));
  }

  private String advice(String modeKey) {
    return "Set %s to %s, or remove them from the readers."
        .formatted(
            modeKey,
            Stream.of(DeleteMode.values())
                .filter(mode -> mode != DeleteMode.AUTO && see(mode))
                .map(mode -> Choice.written(mode) + formatOf(mode))
                .collect(joining(" or ")));
  }

  private Optional<String> fault(String action, Predicate<Reader> fails, String advice) {
    List<String> failing = declared.stream().filter(fails).map(Choice::written).toList();
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Cannot %s: these readers do not read it: %s. %s"
                .formatted(action, String.join(", ", failing), advice));
  }

  private boolean see(DeleteMode mode) {
    return declared.stream().allMatch(reader -> reader.sees(mode));
  }

  private static DeleteMode auto(int version) {
    return version < FIRST_WITH_VECTORS ? DeleteMode.POSITION : DeleteMode.DELETION_VECTOR;
  }

  private static String formatOf(DeleteMode mode) {
    return switch (mode) {
      case POSITION -> " (format version 2)";
      case DELETION_VECTOR -> " (format version 3)";
      case AUTO, COPY_ON_WRITE, EQUALITY -> "";
    };
  }
}
