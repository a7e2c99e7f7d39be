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

/**
 * A door on the loopback interface through which clients reach an S3 server, and that can fail as
 * S3 and the way to it do. Thread-safe.
 */
public final class StorageDoor implements AutoCloseable {
  private static final int BUFFER_BYTES = 8192;
  private static final int DRAIN_LIMIT_MS = 2000;
  // Less than most files and metadata of a test.
  private static final int MAX_BYTES_OF_A_BROKEN_CONNECTION = 6000;
  private static final String SLOW_DOWN =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";

  private final URI server;
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

  private StorageDoor(URI server, long seed, ServerSocket entrance) {
    this.server = server;
    this.random = new Random(seed);
    this.entrance = entrance;
  }

  /**
   * Opens a door to a server.
   *
   * @param seed of where connections break
   */
  public static StorageDoor to(URI server, long seed) {
    try {
      StorageDoor door =
          new StorageDoor(server, seed, new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
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
        case OPEN -> relay(client, Optional.empty());
        case THROTTLING -> refuse(client);
        case BREAKING -> {
          relay(client, Optional.of(random.nextInt(MAX_BYTES_OF_A_BROKEN_CONNECTION)));
          failures.incrementAndGet();
        }
      }
    } catch (IOException broken) {
      // As its client sees for itself.
    } finally {
      sockets.remove(client);
    }
  }

  /** Carries bytes in both directions until one side ends, or so many have come from the client. */
  private void relay(Socket client, Optional<Integer> limit) throws IOException {
    try (Socket target = new Socket(server.getHost(), server.getPort())) {
      sockets.add(target);
      try {
        threads.execute(() -> answer(target, client));
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

  private void refuse(Socket client) throws IOException {
    String head = head(client.getInputStream());
    if (head.isEmpty()) {
      return;
    }
    failures.incrementAndGet();
    String answer =
        "HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(SLOW_DOWN.length());
    String body = head.startsWith("HEAD ") ? "" : SLOW_DOWN;
    client.getOutputStream().write((answer + body).getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
    client.shutdownOutput();
    drain(client);
  }

  /** The head of a request, which ends with an empty line; empty if there is none. */
  private static String head(InputStream input) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
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
