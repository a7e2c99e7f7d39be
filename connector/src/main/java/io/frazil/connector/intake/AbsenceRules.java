package io.frazil.connector.intake;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import io.frazil.connector.config.AbsenceOptions;
import io.frazil.connector.config.AbsenceOptions.UnavailableValues;
import io.frazil.connector.convert.Absences;
import io.frazil.connector.convert.UnavailableValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;

/** What becomes of columns that records do not tell, as it is configured. */
record AbsenceRules(AbsenceOptions options) {
  AbsenceRules {
    requireNonNull(options, "options");
  }

  /** Of an append table: there is no row whose values could be kept. */
  Absences ofAppends() {
    return switch (options.unavailableValues()) {
      case KEEP -> Absences.NONE;
      case NULL, FAIL -> unavailable(handling());
    };
  }

  /** Of a changelog: what the source did not send is not made up. */
  Absences ofChangelogs() {
    return unavailable(
        options.unavailableValues() == UnavailableValues.FAIL
            ? Absences.Handling.FAIL
            : Absences.Handling.NULL);
  }

  private Absences unavailable(Absences.Handling handling) {
    return new Absences(
        Optional.of(new UnavailableValue(options.placeholder())),
        handling,
        Absences.MissingColumns.NULL,
        Set.of(),
        Set.of());
  }

  /** Of an upsert table. */
  Absences of(TableRequirements requirements, Schema schema, List<String> keyColumns) {
    Set<String> always = new HashSet<>();
    keyColumns.forEach(name -> always.add(requirements.nameIn(schema, name)));
    requirements
        .orderingColumns(schema)
        .ifPresent(
            ordering -> ordering.schema().columns().forEach(column -> always.add(column.name())));
    return new Absences(
        Optional.of(new UnavailableValue(options.placeholder())),
        handling(),
        switch (options.missingColumns()) {
          case KEEP -> Absences.MissingColumns.KEEP;
          case NULL -> Absences.MissingColumns.NULL;
        },
        requirements.options().updateColumns().stream()
            .map(name -> requirements.nameIn(schema, name))
            .collect(toSet()),
        always);
  }

  private Absences.Handling handling() {
    return switch (options.unavailableValues()) {
      case KEEP -> Absences.Handling.KEEP;
      case NULL -> Absences.Handling.NULL;
      case FAIL -> Absences.Handling.FAIL;
    };
  }
}
