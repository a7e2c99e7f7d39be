package io.frazil.endtoend;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What happens to a connector at the same time: something at once, something for a while. */
record Adversity(Optional<Incident> incident, Optional<Outage> outage) {

  /** All that may happen, each once, in any order, and in any company that suits it. */
  static List<Adversity> round(Random random) {
    List<Outage> left = new ArrayList<>(Arrays.asList(Outage.values()));
    Collections.shuffle(left, random);
    List<Incident> incidents = new ArrayList<>(Arrays.asList(Incident.values()));
    Collections.shuffle(incidents, random);
    incidents.sort(comparing(Incident::isParticular).reversed());
    List<Adversity> round = new ArrayList<>();
    for (Incident incident : incidents) {
      Optional<Outage> company = left.stream().filter(incident::suits).findFirst();
      company.ifPresent(left::remove);
      round.add(new Adversity(Optional.of(incident), company));
    }
    left.forEach(outage -> round.add(new Adversity(Optional.empty(), Optional.of(outage))));
    Collections.shuffle(round, random);
    return List.copyOf(round);
  }

  @Override
  public String toString() {
    return incident.map(Enum::name).orElse("nothing")
        + outage.map(during -> " during " + during).orElse("");
  }
}
