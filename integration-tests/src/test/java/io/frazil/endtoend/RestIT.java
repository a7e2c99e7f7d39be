package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.cluster.SharedCluster;
import io.frazil.fault.Trouble;
import io.frazil.rest.Guard;
import io.frazil.rest.RestError;
import io.frazil.rest.RestFault;
import io.frazil.rest.SignatureGuard;
import io.frazil.rest.TokenServer;
import io.frazil.rest.VendedKeys;
import io.frazil.rest.VendedKeys.Renewal;
import io.frazil.storage.StorageDoor.State;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A REST catalog and S3, as they are and as they fail. */
class RestIT {
  private static final String UPDATE = "UpdateTable";
  private static final String LOAD = "LoadTable";

  /** How often Iceberg's client asks for a token anew before it asks no more. */
  private static final int ATTEMPTS = 6;

  private static final Map<String, String> OWN_TOKENS =
      Map.of("rest.auth.type", "oauth2", "credential", "frazil:secret");

  private static final List<Trouble<RestFault>> PASSING =
      List.of(
          new Trouble<>("throttling", 1, UPDATE, RestFault.refused(RestError.throttled())),
          new Trouble<>("unavailable", 3, UPDATE, RestFault.refused(RestError.failing(503))),
          new Trouble<>("lost answer", 1, UPDATE, lost(500)),
          new Trouble<>("gateway that lost the answer", 1, UPDATE, lost(502)),
          new Trouble<>("failing", 2, UPDATE, failing(500)),
          new Trouble<>("gateway that did not ask", 1, UPDATE, failing(504)),
          new Trouble<>("late", 2, UPDATE, new RestFault.Late(Duration.ofMillis(1500))),
          new Trouble<>("throttled reads", 3, LOAD, RestFault.refused(RestError.throttled())),
          new Trouble<>("failing reads", 3, LOAD, failing(500)));

  @RegisterExtension static final SharedCluster RUNNING = CatalogCluster.shared();

  private static RestFault lost(int status) {
    return new RestFault.AnswerLost(RestError.failing(status));
  }

  private static RestFault failing(int status) {
    return new RestFault.Refused(RestError.failing(status), Map.of());
  }

  @Test
  void faultsThatPassLoseNothingAndDoubleNothing() throws IOException {
    TokenServer.Client client = new TokenServer.Client("frazil", "secret", "lake");
    Map<String, String> properties =
        Map.of(
            "rest.auth.type",
            "oauth2",
            "credential",
            client.credential(),
            "scope",
            client.scope(),
            "rest.client.max-retries",
            "1",
            "rest.client.socket-timeout-ms",
            "1000");
    try (TokenServer tokens = TokenServer.start(client, Duration.ofSeconds(3));
        RestWarehouse warehouse = RestWarehouse.start("rest-faults", tokens, properties);
        Pipeline pipeline =
            pipeline(warehouse)
                .with("iceberg.catalog.oauth2-server-uri", tokens.uri().toString())
                .with("iceberg.control.commit.max-consecutive-failures", "100")) {
      pipeline.start(1).send(100).awaitApplied();

      Load load = pipeline.keepSending();
      try (load) {
        for (Trouble<RestFault> trouble : PASSING) {
          trouble.befall(warehouse.faults());
          pipeline.awaitProgress();
        }
        breakConnections(warehouse);
        pipeline.awaitProgress();
        tokens.revokeAll();
        Awaitility.await("refused token").atMost(Pipeline.LIMIT).until(() -> tokens.refused() > 0);
        pipeline.awaitProgress();
        leaveWithoutTokens(tokens);
        pipeline.awaitProgress();
      }

      pipeline.verify();
    }
  }

  /** Until clients do not try to renew their tokens any more. */
  private static void leaveWithoutTokens(TokenServer tokens) {
    int refused = tokens.refused();
    tokens.goesAway();
    Awaitility.await("clients that have given up")
        .atMost(Pipeline.LIMIT)
        .until(() -> tokens.turnedAway() >= ATTEMPTS && tokens.refused() > refused);
    tokens.comesBack();
  }

  private static void breakConnections(RestWarehouse warehouse) {
    warehouse.turnWay(State.BREAKING);
    Awaitility.await("broken connections")
        .atMost(Pipeline.LIMIT)
        .until(() -> warehouse.broken() >= 3);
    warehouse.turnWay(State.OPEN);
  }

  @Test
  void aSinkWithoutCredentialsWritesWithThoseOfTheTableAndLoadsItAnewWhenTheyExpire()
      throws IOException {
    VendedKeys keys = new VendedKeys(Renewal.LOADING, Duration.ofDays(1));
    try (RestWarehouse warehouse =
            RestWarehouse.vending("rest-vended", keys, Guard.OWN_TOKENS, OWN_TOKENS);
        Pipeline pipeline = pipeline(warehouse)) {
      warehouse.createNamespace("db");
      warehouse
          .faults()
          .begin(
              "CreateNamespace",
              new RestFault.Refused(RestError.forbidden("Not allowed."), Map.of()));
      pipeline.start(1).send(100).awaitApplied();

      Load load = pipeline.keepSending();
      try (load) {
        for (int times = 1; times <= 3; times++) {
          keys.expireAll();
          pipeline.awaitProgress();
        }
      }

      pipeline.verify();
      assertThat(keys.expired()).as("requests with what had expired").isPositive();
      assertThat(keys.strange()).as("requests with the worker's credentials").isZero();
    }
  }

  @Test
  void credentialsAreRenewedWhereTheCatalogSaysBeforeTheyExpire() throws IOException {
    VendedKeys keys = new VendedKeys(Renewal.ENDPOINT, Duration.ofSeconds(4));
    try (RestWarehouse warehouse =
            RestWarehouse.vending("rest-renewed", keys, Guard.OWN_TOKENS, OWN_TOKENS);
        Pipeline pipeline = pipeline(warehouse)) {
      pipeline.start(1).send(100).awaitApplied();

      // The table is loaded seldom now, and its credentials are older than they may be.
      warehouse.faults().next(1, LOAD, new RestFault.Late(Duration.ofSeconds(4)));
      pipeline.send(100).verify();

      assertThat(keys.renewed()).as("credentials from the place for it").isPositive();
      assertThat(keys.strange()).as("requests with the worker's credentials").isZero();
    }
  }

  @Test
  void aWrongSecretIsToldBeforeTheSinkStarts() throws IOException {
    Map<String, String> properties =
        Map.of(
            "rest.auth.type", "sigv4",
            "rest.auth.sigv4.delegate-auth-type", "none",
            "rest.signing-region", "us-east-1",
            "rest.signing-name", "glue",
            "rest.access-key-id", "frazil",
            "rest.secret-access-key", "wrong-secret");
    try (RestWarehouse warehouse =
            RestWarehouse.start(
                "rest-secret", new SignatureGuard("frazil", "right-secret"), properties);
        Pipeline pipeline = pipeline(warehouse)) {
      assertThatThrownBy(() -> pipeline.configure(1))
          .hasMessageContaining("The request signature we calculated does not match")
          .hasMessageContaining("Check iceberg.catalog.*.")
          .hasMessageNotContaining("wrong-secret");
    }
  }

  private static Pipeline pipeline(RestWarehouse warehouse) {
    return Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), warehouse.bucket(), 1)
        .withCatalog(warehouse.properties());
  }
}
