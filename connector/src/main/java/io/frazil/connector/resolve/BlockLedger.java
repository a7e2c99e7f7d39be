package io.frazil.connector.resolve;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps account of blocks within a budget, and says which ones must go: those that were not used
 * for the longest time, but none that was used since the lookup began that needs room. So, when a
 * lookup uses more blocks than there is room for, as many as fit stay, in place of all being
 * replaced over and over. Not thread-safe.
 */
final class BlockLedger {
  private final long maxBytes;
  // The one that was not used for the longest time comes first.
  private final LinkedHashMap<String, Entry> entries = new LinkedHashMap<>();
  private long bytes;
  private long lookups;

  BlockLedger(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** A lookup begins; what is used from now on stays while it goes on. */
  long beginLookup() {
    return ++lookups;
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  /** How many bytes all entries have. */
  long bytes() {
    return bytes;
  }

  /** An entry is used now, has this size, and is there if it was not known. */
  void used(String name, long size) {
    put(name, size, lookups);
  }

  /** An entry is there since before the first lookup. */
  void found(String name, long size) {
    put(name, size, 0);
  }

  void remove(String name) {
    Entry removed = entries.remove(name);
    bytes -= removed == null ? 0 : removed.size();
  }

  /**
   * Makes room and takes it for an entry, which counts as used.
   *
   * @param lookup that needs it
   * @return the entries that are removed for it; empty if there cannot be room, and nothing changes
   */
  Optional<List<String>> reserve(String name, long size, long lookup) {
    Optional<List<String>> victims = victims(bytes + size - maxBytes, lookup);
    victims.ifPresent(
        removed -> {
          removed.forEach(this::remove);
          used(name, size);
        });
    return victims;
  }

  /** Removes entries until those that are left fit, and returns them. */
  List<String> trim() {
    List<String> victims = victims(bytes - maxBytes, Long.MAX_VALUE).orElseThrow();
    victims.forEach(this::remove);
    return victims;
  }

  private Optional<List<String>> victims(long neededBytes, long lookup) {
    List<String> victims = new ArrayList<>();
    Iterator<Map.Entry<String, Entry>> oldest = entries.entrySet().iterator();
    long missing = neededBytes;
    while (missing > 0) {
      if (!oldest.hasNext()) {
        return Optional.empty();
      }
      Map.Entry<String, Entry> victim = oldest.next();
      if (victim.getValue().lastLookup() >= lookup) {
        return Optional.empty();
      }
      victims.add(victim.getKey());
      missing -= victim.getValue().size();
    }
    return Optional.of(victims);
  }

  private void put(String name, long size, long lookup) {
    remove(name);
    entries.put(name, new Entry(size, lookup));
    bytes += size;
  }

  private record Entry(long size, long lastLookup) {}
}
