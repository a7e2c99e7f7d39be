package io.frazil.rest;

import io.frazil.storage.StorageDoor;
import io.frazil.storage.StorageRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Credentials for the storage that the catalog hands out, each good for a while, and what the
 * storage says of each that it is shown. Thread-safe.
 */
public final class VendedKeys implements StorageDoor.Guard {
  static final String PREFIX = "s3";
  static final String PLACE = "/credentials";

  private final Renewal renewal;
  private final Duration life;
  private final Map<String, Instant> ends = new ConcurrentHashMap<>();
  private final AtomicInteger expired = new AtomicInteger();
  private final AtomicInteger renewed = new AtomicInteger();
  private final AtomicInteger strange = new AtomicInteger();

  /** How a client gets credentials, and new ones for those that expire. */
  public enum Renewal {
    /** Among the table's configuration; it loads the table once more. */
    LOADING,
    /** As those of a part of the storage; it asks for more where the table says. */
    ENDPOINT
  }

  /** Credentials that are good for so long. */
  public VendedKeys(Renewal renewal, Duration life) {
    this.renewal = renewal;
    this.life = life;
  }

  /** No credentials that were given until now are good any more. */
  public void expireAll() {
    ends.replaceAll((key, end) -> Instant.EPOCH);
  }

  /** How many have been given where clients renew them. */
  public int renewed() {
    return renewed.get();
  }

  /** How many requests to the storage have come with credentials that had expired. */
  public int expired() {
    return expired.get();
  }

  /** How many requests to the storage have come with credentials that are from elsewhere. */
  public int strange() {
    return strange.get();
  }

  @Override
  public Optional<StorageRefusal> refusal(String keyId) {
    Optional<Instant> end = Optional.ofNullable(ends.get(keyId));
    if (end.isEmpty()) {
      strange.incrementAndGet();
      return Optional.of(StorageRefusal.STRANGE_KEY);
    }
    if (end.get().isBefore(Instant.now())) {
      expired.incrementAndGet();
      return Optional.of(StorageRefusal.EXPIRED);
    }
    return Optional.empty();
  }

  Renewal renewal() {
    return renewal;
  }

  /** New credentials for old ones, as properties of the storage. */
  Map<String, String> renew() {
    renewed.incrementAndGet();
    return next();
  }

  /** New credentials, as properties of the storage. */
  Map<String, String> next() {
    Instant end = Instant.now().plus(life);
    String key = "VENDED%d".formatted(ends.size());
    ends.put(key, end);
    return Map.of(
        "s3.access-key-id",
        key,
        "s3.secret-access-key",
        "any",
        "s3.session-token",
        "any",
        "s3.session-token-expires-at-ms",
        Long.toString(end.toEpochMilli()));
  }
}
