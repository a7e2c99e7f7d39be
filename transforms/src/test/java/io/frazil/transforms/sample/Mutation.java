package io.frazil.transforms.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Damages a tree of maps, as faults and other versions of a source do. */
public final class Mutation {
  private final Random random;

  /** Damage that depends on the random numbers alone. */
  public Mutation(Random random) {
    this.random = random;
  }

  /** A copy with one fault somewhere: a part is missing, null, of another type, or cut. */
  public Object of(Object value) {
    if (value instanceof Map<?, ?> map && !map.isEmpty() && random.nextInt(8) > 0) {
      Map<Object, Object> copy = new LinkedHashMap<>(map);
      List<Object> names = new ArrayList<>(map.keySet());
      Object name = names.get(random.nextInt(names.size()));
      if (random.nextInt(6) == 0) {
        copy.remove(name);
      } else {
        copy.put(name, of(map.get(name)));
      }
      return copy;
    }
    return switch (random.nextInt(8)) {
      case 0 -> null;
      case 1 -> random.nextLong();
      case 2 -> "";
      case 3 -> new LinkedHashMap<>(Map.of("x", Outcome.SECRET));
      case 4 -> new LinkedHashMap<>();
      case 5 -> random.nextDouble();
      case 6 -> random.nextBoolean();
      default ->
          value instanceof String text && !text.isEmpty()
              ? text.substring(0, random.nextInt(text.length()))
              : new ArrayList<>(List.of(1L));
    };
  }
}
