package io.frazil.benchmark.deletes;

import io.frazil.benchmark.deletes.Reader.Reading;
import io.frazil.benchmark.deletes.Reader.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What reads of tables take, after so many commits to each. */
final class ReadFigures {
  private final Map<Read, Costs> costs = new HashMap<>();

  /**
   * A read.
   *
   * @param table the mode's title, or what else it is
   * @param commits to the table before it
   */
  record Read(Engine engine, String table, int commits, Scan scan) {}

  /**
   * Reads all versions in turn, over and over, and makes sure that their rows are right.
   *
   * @param changes that were committed
   */
  void measure(Engine engine, Reader reader, List<Version> versions, Changes changes, int rounds) {
    // The first round has the code compiled, and does not count.
    versions.forEach(version -> reads(engine, reader, version, changes));
    List<Version> order = new ArrayList<>(versions);
    for (int round = 0; round < rounds; round++) {
      order.forEach(version -> reads(engine, reader, version, changes).forEach(this::add));
      // What runs beside a part of the round, or after another read, is not always the same.
      Collections.reverse(order);
    }
  }

  private static Map<Read, Cost> reads(
      Engine engine, Reader reader, Version version, Changes changes) {
    int[] revisions = changes.revisionsAfter(version.commits());
    Map<Read, Cost> costs = new HashMap<>();
    for (Scan scan : Scan.values()) {
      costs.put(
          new Read(engine, version.name(), version.commits(), scan),
          cost(reader, version, scan, scan.expect(revisions)));
    }
    return costs;
  }

  /** Another measurement of a read. */
  void add(Read read, Cost cost) {
    costs.merge(read, Costs.of(cost), (before, more) -> before.with(cost));
  }

  /** All measurements of a read; none if there was none. */
  Costs of(Read read) {
    return costs.getOrDefault(read, Costs.NONE);
  }

  private static Cost cost(Reader reader, Version version, Scan scan, Scan.Contents expected) {
    Reading reading = reader.read(version, scan);
    if (!reading.contents().equals(expected)) {
      throw new IllegalStateException(
          "The table with %s is wrong after %d commits: its %s are %s instead of %s."
              .formatted(
                  version.name(), version.commits(), scan.title(), reading.contents(), expected));
    }
    return reading.cost();
  }
}
