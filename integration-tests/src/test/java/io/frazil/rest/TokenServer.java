package io.frazil.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * An OAuth2 server on a port of its own that gives one client tokens, which expire. It exchanges a
 * token that is good, and any for who tells the client's secret. As a guard, it lets in who has a
 * token that is good.
 */
public final class TokenServer implements Guard, AutoCloseable {
  private static final String PATH = "/realms/lake/token";
  private static final String BEARER = "Bearer ";

  private final HttpServer server;
  private final Client client;
  private final Duration life;
  private final Map<String, Instant> ends = new ConcurrentHashMap<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger turnedAway = new AtomicInteger();
  private final AtomicBoolean isAway = new AtomicBoolean();
  private final AtomicInteger exchanged = new AtomicInteger();

  /** Who is to get tokens, and what for. */
  public record Client(String id, String secret, String scope) {
    /** What Iceberg calls the credential. */
    public String credential() {
      return id + ":" + secret;
    }
  }

  private TokenServer(HttpServer server, Client client, Duration life) {
    this.server = server;
    this.client = client;
    this.life = life;
    server.createContext(PATH, this::serve);
  }

  /** Starts with tokens that are good for so long. */
  public static TokenServer start(Client client, Duration life) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      TokenServer tokens = new TokenServer(HttpServer.create(address, 0), client, life);
      tokens.server.start();
      return tokens;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot start the token server.", failure);
    }
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), PATH));
  }

  /** How many tokens it has given for others until now. */
  public int exchanged() {
    return exchanged.get();
  }

  /** How many requests to the catalog have come without a good token until now. */
  public int refused() {
    return refused.get();
  }

  /** Nobody gets a token until this {@link #comesBack}. */
  public void goesAway() {
    isAway.set(true);
  }

  /** Gives tokens again. */
  public void comesBack() {
    isAway.set(false);
  }

  /** How many have got no token while this was away. */
  public int turnedAway() {
    return turnedAway.get();
  }

  /** No token that was given until now is good any more. */
  public void revokeAll() {
    ends.replaceAll((token, end) -> Instant.EPOCH);
  }

  @Override
  public Optional<RestError> refusal(RestRequest request) {
    if (isGood(request.authorization())) {
      return Optional.empty();
    }
    refused.incrementAndGet();
    return Optional.of(RestError.notAuthorized("The token has expired or is none."));
  }

  private boolean isGood(String authorization) {
    return authorization.startsWith(BEARER)
        && Instant.now()
            .isBefore(ends.getOrDefault(authorization.substring(BEARER.length()), Instant.EPOCH));
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isAway.get()) {
        turnedAway.incrementAndGet();
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      Map<String, String> form =
          form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      String authorization =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
      ObjectNode answer = JsonNodeFactory.instance.objectNode();
      boolean isAllowed = isAllowed(form, authorization);
      if (isAllowed) {
        String token = "token-%d".formatted(ends.size());
        ends.put(token, Instant.now().plus(life));
        if (isExchange(form)) {
          exchanged.incrementAndGet();
        }
        answer
            .put("access_token", token)
            .put("token_type", "bearer")
            .put("issued_token_type", "urn:ietf:params:oauth:token-type:access_token")
            .put("expires_in", life.toSeconds());
      } else {
        answer.put("error", "invalid_client").put("error_description", "The secret is wrong.");
      }
      byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(isAllowed ? 200 : 401, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private boolean isAllowed(Map<String, String> form, String authorization) {
    if (!client.scope().equals(form.get("scope"))) {
      return false;
    }
    if (isExchange(form)) {
      String basic =
          Base64.getEncoder().encodeToString(client.credential().getBytes(StandardCharsets.UTF_8));
      return ends.containsKey(form.get("subject_token"))
          && (isGood(authorization) || authorization.equals("Basic " + basic));
    }
    return "client_credentials".equals(form.get("grant_type"))
        && client.id().equals(form.get("client_id"))
        && client.secret().equals(form.get("client_secret"));
  }

  private static boolean isExchange(Map<String, String> form) {
    return form.getOrDefault("grant_type", "").endsWith(":token-exchange");
  }

  private static Map<String, String> form(String text) {
    return Arrays.stream(text.split("&"))
        .map(field -> field.split("=", 2))
        .filter(field -> field.length == 2)
        .collect(Collectors.toMap(field -> decoded(field[0]), field -> decoded(field[1])));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
