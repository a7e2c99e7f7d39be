package io.frazil.endtoend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What happens to a connector at the same time: something at once, something for a while. */
record Adversity(Optional<Incident> incident, Optional<Outage> outage) {

  /** All that may happen, each once, in any order and company. */
  static List<Adversity> round(Random random) {
    List<Outage> outages = new ArrayList<>(Arrays.asList(Outage.values()));
    Collections.shuffle(outages, random);
    Deque<Outage> left = new ArrayDeque<>(outages);
    List<Incident> incidents = new ArrayList<>(Arrays.asList(Incident.values()));
    Collections.shuffle(incidents, random);
    List<Adversity> round = new ArrayList<>();
    for (Incident incident : incidents) {
      Optional<Outage> company =
          incident.needsCatalog() ? Optional.empty() : Optional.ofNullable(left.poll());
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
