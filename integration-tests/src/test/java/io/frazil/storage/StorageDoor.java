package io.frazil.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A door on the loopback interface through which clients reach an S3 server, and that can fail as
 * S3 and the way to it do. Thread-safe.
 */
public final class StorageDoor implements AutoCloseable {
  private static final int BUFFER_BYTES = 8192;
  private static final int DRAIN_LIMIT_MS = 2000;
  // Less than most files and metadata of a test.
  private static final int MAX_BYTES_OF_A_BROKEN_CONNECTION = 6000;
  private static final Pattern KEY = Pattern.compile("Credential=([^/]+)/");
  private static final Pattern CONNECTION = Pattern.compile("(?im)^connection:.*\r\n");
  private static final String HEAD_END = "\r\n\r\n";

  private final URI server;
  private final Optional<Guard> guard;
  private final Random random;
  private final ServerSocket entrance;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicInteger failures = new AtomicInteger();

  /** What becomes of requests. */
  public enum State {
    /** They are answered. */
    OPEN,
    /** Each is refused as S3 does it when there are too many. */
    THROTTLING,
    /** Each connection breaks, be it at once, in the middle of a file, or before the answer. */
    BREAKING
  }

  /** Who may come in. Called from several threads at once. */
  @FunctionalInterface
  public interface Guard {
    /**
     * What a request is refused with, if it is.
     *
     * @param keyId of the credentials that it is signed with, or empty
     */
    Optional<StorageRefusal> refusal(String keyId);
  }

  private StorageDoor(URI server, Optional<Guard> guard, long seed, ServerSocket entrance) {
    this.server = server;
    this.guard = guard;
    this.random = new Random(seed);
    this.entrance = entrance;
  }

  /**
   * Opens a door to a server.
   *
   * @param seed of where connections break
   */
  public static StorageDoor to(URI server, long seed) {
    return to(server, Optional.empty(), seed);
  }

  /** Opens a door to a server for those whom a guard lets in. */
  public static StorageDoor guarded(URI server, Guard guard) {
    return to(server, Optional.of(guard), 0);
  }

  private static StorageDoor to(URI server, Optional<Guard> guard, long seed) {
    try {
      ServerSocket entrance = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
      StorageDoor door = new StorageDoor(server, guard, seed, entrance);
      door.threads.execute(door::accept);
      return door;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot open a door to '%s'.".formatted(server), failure);
    }
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:%d/".formatted(entrance.getLocalPort()));
  }

  /** From now on requests fare so; connections that are open break. */
  public void turn(State next) {
    state.set(next);
    if (next != State.OPEN) {
      sockets.forEach(StorageDoor::cut);
    }
  }

  /** How many requests were refused and connections broken until now. */
  public int failures() {
    return failures.get();
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket client = entrance.accept();
        threads.execute(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    sockets.add(client);
    try (client) {
      switch (state.get()) {
        case OPEN -> open(client);
        case THROTTLING -> refuse(client, head(client.getInputStream()), StorageRefusal.SLOW_DOWN);
        case BREAKING -> {
          relay(client, "", Optional.of(random.nextInt(MAX_BYTES_OF_A_BROKEN_CONNECTION)));
          failures.incrementAndGet();
        }
      }
    } catch (IOException broken) {
      // As its client sees for itself.
    } finally {
      sockets.remove(client);
    }
  }

  /** With a guard, each connection has one request. */
  private void open(Socket client) throws IOException {
    if (guard.isEmpty()) {
      relay(client, "", Optional.empty());
      return;
    }
    String head = head(client.getInputStream());
    Matcher key = KEY.matcher(head);
    Optional<StorageRefusal> refusal = guard.get().refusal(key.find() ? key.group(1) : "");
    if (refusal.isPresent()) {
      refuse(client, head, refusal.get());
    } else if (!head.isEmpty()) {
      relay(client, last(head), Optional.empty());
    }
  }

  /** A request's head that asks for the connection to be closed after the answer. */
  private static String last(String head) {
    return CONNECTION
        .matcher(head)
        .replaceAll("")
        .replace(HEAD_END, "\r\nConnection: close" + HEAD_END);
  }

  /**
   * Carries bytes in both directions until one side ends, or so many have come from the client.
   *
   * @param beginning what has come from the client and is to be carried first
   */
  private void relay(Socket client, String beginning, Optional<Integer> limit) throws IOException {
    try (Socket target = new Socket(server.getHost(), server.getPort())) {
      sockets.add(target);
      try {
        threads.execute(() -> answer(target, client));
        target.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
        carry(client.getInputStream(), target.getOutputStream(), limit);
      } finally {
        sockets.remove(target);
      }
    }
  }

  private static void answer(Socket target, Socket client) {
    try {
      carry(target.getInputStream(), client.getOutputStream(), Optional.empty());
    } catch (IOException broken) {
      // Both ends are closed, which is all that can be done.
    } finally {
      cut(client);
    }
  }

  private static void carry(InputStream from, OutputStream to, Optional<Integer> limit)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    int left = limit.orElse(Integer.MAX_VALUE);
    int count = from.read(buffer, 0, Math.min(left, buffer.length));
    while (count > 0) {
      to.write(buffer, 0, count);
      to.flush();
      if (limit.isPresent()) {
        left -= count;
      }
      count = from.read(buffer, 0, Math.min(left, buffer.length));
    }
  }

  private void refuse(Socket client, String head, StorageRefusal refusal) throws IOException {
    if (head.isEmpty()) {
      return;
    }
    failures.incrementAndGet();
    String answer = head.startsWith("HEAD ") ? refusal.head() : refusal.head() + refusal.body();
    client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
    client.shutdownOutput();
    drain(client);
  }

  /** The head of a request, which ends with an empty line; empty if there is none. */
  private static String head(InputStream input) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf(HEAD_END) < 0) {
      int next = input.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** Takes the rest of a request: if it were left unread, the answer would be lost. */
  private static void drain(Socket client) throws IOException {
    client.setSoTimeout(DRAIN_LIMIT_MS);
    byte[] buffer = new byte[BUFFER_BYTES];
    int count = client.getInputStream().read(buffer);
    while (count >= 0) {
      count = client.getInputStream().read(buffer);
    }
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // It is as gone as it can be.
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    sockets.forEach(StorageDoor::cut);
    threads.shutdown();
  }
}
