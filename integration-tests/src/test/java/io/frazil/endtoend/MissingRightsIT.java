package io.frazil.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.frazil.cluster.RunningCluster;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker that does not let everybody do everything. */
class MissingRightsIT {
  @RegisterExtension
  static final RunningCluster RUNNING =
      RunningCluster.with(
          settings ->
              settings
                  .withBrokerSetting(
                      "authorizer.class.name",
                      "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                  .withBrokerSetting("allow.everyone.if.no.acl.found", "true"));

  @ParameterizedTest
  @CsvSource({
    "DESCRIBE, 'Grant DESCRIBE, READ and WRITE on the topic'",
    "READ, Grant its principal the rights that the README lists",
    "WRITE, Grant its principal the rights that the README lists"
  })
  void whoLacksARightOnTheControlTopicIsToldSoAndNothingIsLost(AclOperation lacking, String hint)
      throws Exception {
    String name = "lacking-" + lacking;
    String control = "control-" + name;
    Admin admin = RUNNING.cluster().topics().admin();
    try (Pipeline pipeline =
        Pipeline.create(RUNNING.cluster(), RUNNING.warehouse(), name, 1)
            .with("iceberg.control.topic", control)) {
      RUNNING.cluster().topics().create(control, 1);
      AclBinding denial = entry(control, lacking, AclPermissionType.DENY);
      admin
          .createAcls(List.of(entry(control, AclOperation.ALL, AclPermissionType.ALLOW), denial))
          .all()
          .get();

      pipeline.send(100);
      assertThatThrownBy(() -> pipeline.configure(1))
          .hasMessageContaining(control)
          .hasMessageContaining("Grant DESCRIBE, READ and WRITE on the topic");
      // Rights may also be taken away after the preflight.
      pipeline.with("iceberg.preflight.enabled", "false").configure(1);
      String trace = pipeline.rest().awaitFailure(name);
      admin.deleteAcls(List.of(denial.toFilter())).all().get();

      assertThat(trace).contains(control).contains(hint);
      pipeline.restart(1).send(100).verify();
    }
  }

  private static AclBinding entry(
      String topic, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:ANONYMOUS", "*", operation, permission));
  }
}
