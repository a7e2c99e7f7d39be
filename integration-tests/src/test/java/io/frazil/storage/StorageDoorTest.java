package io.frazil.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.frazil.storage.StorageDoor.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StorageDoorTest {
  private static final String FILE = "x".repeat(100_000);

  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;
  private StorageDoor door;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    door = StorageDoor.to(server(), 1);
  }

  @AfterEach
  void stop() throws IOException {
    door.close();
    server.stop(0);
  }

  @Test
  void anOpenDoorPassesAll() throws IOException, InterruptedException {
    assertThat(put().body()).isEqualTo(FILE);
    assertThat(put().body()).isEqualTo(FILE);
    assertThat(door.failures()).isZero();
  }

  @Test
  void aThrottlingDoorAnswersAsS3() throws IOException, InterruptedException {
    door.turn(State.THROTTLING);

    HttpResponse<String> answer = put();

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("<Code>SlowDown</Code>");
    assertThat(door.failures()).isEqualTo(1);
  }

  @Test
  void aBreakingDoorGivesNoAnswerAndAnOpenOneDoesAgain() throws IOException, InterruptedException {
    door.turn(State.BREAKING);

    assertThatThrownBy(this::put).isInstanceOf(IOException.class);
    assertThat(door.failures()).isPositive();

    door.turn(State.OPEN);
    assertThat(put().body()).isEqualTo(FILE);
  }

  @Test
  void aGuardedDoorLooksAtTheKeyOfEachRequest() throws IOException, InterruptedException {
    try (StorageDoor guarded =
        StorageDoor.guarded(
            server(),
            key -> key.equals("known") ? Optional.empty() : Optional.of(StorageRefusal.EXPIRED))) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(guarded.uri()).PUT(BodyPublishers.ofString(FILE));

      HttpResponse<String> known = send(signed(request, "known"));
      HttpResponse<String> strange = send(signed(request, "strange"));

      assertThat(known.body()).isEqualTo(FILE);
      assertThat(strange.statusCode()).isEqualTo(400);
      assertThat(strange.body()).contains("<Code>ExpiredToken</Code>");
    }
  }

  private static HttpRequest.Builder signed(HttpRequest.Builder request, String key) {
    return request
        .copy()
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=%s/20260101/us-east-1/s3/aws4_request".formatted(key));
  }

  private URI server() {
    return URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
  }

  private HttpResponse<String> put() throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(door.uri()).PUT(BodyPublishers.ofString(FILE)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
