package io.frazil.connector.preflight;

import io.frazil.connector.preflight.Probe.Finding;
import java.util.ArrayList;
import java.util.List;

/** What a probe has been answered up to now. Thread-safe: the probe may be left behind. */
final class Answers {
  private final List<Finding> findings = new ArrayList<>();
  private boolean isAny;

  /** Takes one answer: what is wrong, or nothing. */
  synchronized void add(List<Finding> found) {
    isAny = true;
    findings.addAll(found);
  }

  /** Whether there was an answer, so that what was asked can be reached. */
  synchronized boolean areAny() {
    return isAny;
  }

  synchronized List<Finding> findings() {
    return List.copyOf(findings);
  }
}
