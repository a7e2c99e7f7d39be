package io.frazil.connector.merge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which keys the deltas of a commit patch, and which they change in whole; by the keys' numbers.
 * Not thread-safe.
 */
final class ChangedKeys {
  private final List<BitSet> patched = new ArrayList<>();
  private final List<BitSet> whole = new ArrayList<>();

  ChangedKeys(int deltas) {
    for (int delta = 0; delta < deltas; delta++) {
      patched.add(new BitSet());
      whole.add(new BitSet());
    }
  }

  /** A delta patches the row of a key. */
  void patch(int delta, int key) {
    patched.get(delta).set(key);
  }

  /** A delta has, or removes, the row of a key. */
  void whole(int delta, int key) {
    whole.get(delta).set(key);
  }

  /** The keys that a delta patches. Not to be changed. */
  BitSet patched(int delta) {
    return patched.get(delta);
  }

  boolean isPatched(int delta, int key) {
    return patched.get(delta).get(key);
  }

  /** Whether a delta changes the row of a key, in part or in whole. */
  boolean isChanged(int delta, int key) {
    return isPatched(delta, key) || whole.get(delta).get(key);
  }

  /** Whether there is a key that both of two deltas change. */
  boolean overlap(int one, int other) {
    return all(one).stream()
        .anyMatch(keys -> all(other).stream().anyMatch(others -> keys.intersects(others)));
  }

  private List<BitSet> all(int delta) {
    return List.of(patched.get(delta), whole.get(delta));
  }
}
