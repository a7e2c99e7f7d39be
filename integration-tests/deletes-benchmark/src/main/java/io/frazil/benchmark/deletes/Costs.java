package io.frazil.benchmark.deletes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The same thing, measured several times. */
record Costs(List<Cost> all) {
  static final Costs NONE = new Costs(List.of());

  Costs {
    all = List.copyOf(all);
  }

  static Costs of(Cost... all) {
    return new Costs(List.of(all));
  }

  Costs with(Cost another) {
    List<Cost> more = new ArrayList<>(all);
    more.add(another);
    return new Costs(more);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Wall and processor time, the median of each. */
  Cost median() {
    return Cost.ofSeconds(median(Cost::wallSeconds), median(Cost::processorSeconds));
  }

  /** Of short things, which the system's clock cannot tell apart, the mean says more. */
  Cost mean() {
    return Cost.ofSeconds(
        all.stream().mapToDouble(Cost::wallSeconds).average().orElse(0),
        all.stream().mapToDouble(Cost::processorSeconds).average().orElse(0));
  }

  private double median(ToDoubleFunction<Cost> figure) {
    List<Double> sorted = all.stream().mapToDouble(figure).sorted().boxed().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
