package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.WarningReader.Warning;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is reported about a WildFlyServer of two whose servers are not ready. */
class WildFlyServerStateTest {
  private static final Warning SLOW =
      new Warning(
          "WildFlyServerScaledown: Transaction recovery slowed down the scaledown.", Instant.EPOCH);

  private final GenericKubernetesResource server =
      new GenericKubernetesResourceBuilder()
          .withNewMetadata()
          .withName("small-base-2-app")
          .withNamespace("lab")
          .withUid("1")
          .endMetadata()
          .build();

  private boolean serviced = true;

  @Test
  void readyServersThatTheBalancerCannotFindAreNotReady() {
    report("small-base-2-app-0", "ACTIVE", "small-base-2-app-1", "ACTIVE");
    serviced = false;

    assertThat(readiness(set("1", 2), Optional.empty()).detail())
        .isEqualTo(
            "wildfly-operator has not created their services; wildfly-operator reports 2 ACTIVE");
  }

  @Test
  void anOperatorThatDoesNotRunIsSuspected() {
    assertThat(readiness(null, Optional.empty()).detail())
        .isEqualTo(
            "wildfly-operator has not created their StatefulSet small-base-2-app: is it running, and does it watch the"
                + " namespace lab?; wildfly-operator reports no pod");
  }

  @Test
  void aStatefulSetOfSomebodyElseIsNotTheOperators() {
    assertThat(readiness(set("2", 2), Optional.empty()).state()).isEqualTo(Readiness.State.WAITING);
  }

  @Test
  void readinessIsThatOfTheStatefulSet() {
    report("small-base-2-app-0", "ACTIVE", "small-base-2-app-1", "ACTIVE");

    assertThat(readiness(set("1", 2), Optional.empty())).isEqualTo(Readiness.ready());
    assertThat(readiness(set("1", 1), Optional.empty()).detail())
        .isEqualTo("0 of 2 servers ready; 0 of 2 pods exist; wildfly-operator reports 2 ACTIVE");
  }

  @Test
  void itsOwnStateAndMessageAreQuoted() {
    report("small-base-2-app-0", "ACTIVE", "small-base-2-app-1", "SCALING_DOWN_CLEAN");
    server.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(readiness(set("1", 2), Optional.of(SLOW)).detail())
        .isEqualTo(
            "the WildFlyServer is being deleted; wildfly-operator reports 1 ACTIVE, 1 SCALING_DOWN_CLEAN"
                + " (small-base-2-app-1): WildFlyServerScaledown: Transaction recovery slowed down the scaledown.");
  }

  @Test
  void aDenialInItsMessageIsARefusal() {
    Warning denied =
        new Warning("WildFlyProcessingError: admission webhook denied the request", Instant.EPOCH);

    assertThat(readiness(null, Optional.of(denied)).reason()).isEqualTo(Reason.REFUSED);
  }

  @Test
  void aStatusOfAnotherShapeIsNoPod() {
    server.setAdditionalProperty("status", Map.of("pods", "many"));

    assertThat(WildFlyServerState.text(server)).isEqualTo("wildfly-operator reports no pod");
  }

  private void report(String pod, String state, String other, String otherState) {
    server.setAdditionalProperty(
        "status",
        Map.of(
            "pods",
            List.of(
                Map.of("name", pod, "state", state), Map.of("name", other, "state", otherState))));
  }

  private Readiness readiness(StatefulSet set, Optional<Warning> warning) {
    return new WildFlyServerReadiness(
            server,
            set,
            () -> serviced,
            new PodsReadiness(List::of, object -> Optional.empty()),
            object -> warning)
        .of(Reason.SERVERS_NOT_READY, 2, "%d of %d servers ready");
  }

  private static StatefulSet set(String owner, int ready) {
    return new StatefulSetBuilder()
        .withNewMetadata()
        .addNewOwnerReference()
        .withUid(owner)
        .endOwnerReference()
        .endMetadata()
        .withNewStatus()
        .withReadyReplicas(ready)
        .endStatus()
        .build();
  }
}
