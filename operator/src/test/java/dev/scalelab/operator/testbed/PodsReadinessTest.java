package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.WarningReader.Warning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two servers behind a balancer, and the messages while they are not ready. */
class PodsReadinessTest {
  private static final String CREATED = "2026-01-01T12:00:00Z";
  private static final Instant WARNED = Instant.parse("2026-01-01T12:00:10.400Z");
  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";
  private static final String STARTS =
      "containerStatuses: [{name: wildfly, ready: false, state: {running: {startedAt: now}}}]";
  private static final String CRASHED = crashed("WFLYSRV0055: boot failed\\n");

  private static final StatefulSet SET =
      new StatefulSetBuilder()
          .withNewMetadata()
          .withName("app")
          .withCreationTimestamp(CREATED)
          .endMetadata()
          .build();

  @Test
  void nothingIsDeployed() {
    assertThat(servers(null, Map.of())).isEqualTo(Readiness.absent());
    assertThat(one(null, Reason.BALANCER_NOT_READY, "servers are missing"))
        .isEqualTo(Readiness.absent());
  }

  @Test
  void allOfThemAreReady() {
    assertThat(servers(SET, Map.of(), pod("app-0", READY), pod("app-1", READY)))
        .isEqualTo(Readiness.ready());
    assertThat(balancer(pod("lb", READY))).isEqualTo(Readiness.ready());
  }

  @Test
  void podsAreNotListedIfTheirControllerReportsAllAsReady() {
    StatefulSet set =
        new StatefulSetBuilder(SET).withNewStatus().withReadyReplicas(2).endStatus().build();
    PodsReadiness readiness =
        new PodsReadiness(
            () -> {
              throw new AssertionError("listed");
            },
            object -> Optional.empty());

    assertThat(readiness.of(set, Reason.SERVERS_NOT_READY, 2, "%d of %d servers ready"))
        .isEqualTo(Readiness.ready());
    assertThatThrownBy(() -> readiness.of(set, Reason.SERVERS_NOT_READY, 3, ""))
        .hasMessage("listed");
  }

  @Test
  void aServerToFixIsReportedBeforeOneThatNeedsTime() {
    Readiness seen = servers(SET, Map.of(), pod("app-0", STARTS), pod("app-1", CRASHED));
    assertThat(seen.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(seen.detail())
        .isEqualTo(
            "0 of 2 servers ready; app-1: CrashLoopBackOff: container wildfly ended with exit code 1:"
                + " WFLYSRV0055: boot failed");
  }

  @Test
  void aFailingProbeIsReportedFromItsEvent() {
    Readiness seen =
        servers(
            SET,
            Map.of("app-1", "Unhealthy: Readiness probe failed: 503"),
            pod("app-0", READY),
            pod("app-1", STARTS));
    assertThat(seen.detail())
        .isEqualTo(
            "1 of 2 servers ready; app-1: container wildfly runs since now but is not ready"
                + " (Unhealthy: Readiness probe failed: 503)");
  }

  @Test
  void rejectedPodsAreReportedFromTheirControllersEvent() {
    Readiness seen =
        servers(SET, Map.of("app", "FailedCreate: exceeded quota: team"), pod("app-0", STARTS));
    assertThat(seen.detail())
        .isEqualTo("0 of 2 servers ready; 1 of 2 pods exist (FailedCreate: exceeded quota: team)");
  }

  @Test
  void aPodThatAQuotaDoesNotAllowIsReportedFromItsDeploymentsCondition() {
    Readiness seen = notCreated("pods \"lb-1\" is forbidden: exceeded quota: team");
    assertThat(seen.reason()).isEqualTo(Reason.BALANCER_NOT_READY);
    assertThat(seen.detail())
        .isEqualTo(
            "servers are missing; 0 of 1 pods exist (FailedCreate: pods \"lb-1\" is forbidden: exceeded"
                + " quota: team)");
  }

  @Test
  void aPodThatAPolicyDeniesIsRefused() {
    Readiness ofDeployment =
        notCreated("admission webhook \"images.example\" denied the request: not this image");
    assertThat(ofDeployment.reason()).isEqualTo(Reason.REFUSED);
    assertThat(ofDeployment.detail()).endsWith("denied the request: not this image)");

    Readiness ofSet = servers(SET, Map.of("app", "FailedCreate: policy denied request: no"));
    assertThat(ofSet.reason()).isEqualTo(Reason.REFUSED);
  }

  @Test
  void aLogThatQuotesADenialIsNone() {
    String log = "the payment service denied the request";
    Readiness ended = servers(SET, Map.of(), pod("app-0", crashed(log)), pod("app-1", READY));
    assertThat(ended.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(ended.detail()).contains(log);

    Readiness probed =
        servers(
            SET,
            Map.of("app-1", "Unhealthy: Readiness probe failed: " + log),
            pod("app-0", READY),
            pod("app-1", STARTS));
    assertThat(probed.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(probed.detail()).contains(log);
  }

  @Test
  void aWarningFromBeforeTheNewestPodIsPast() {
    Map<String, String> denied = Map.of("app", "FailedCreate: policy denied request: no");
    Pod before = created(pod("app-0", STARTS), "2026-01-01T12:00:10Z");
    Pod after = created(pod("app-0", STARTS), "2026-01-01T12:00:11Z");

    assertThat(servers(SET, denied, before).reason()).isEqualTo(Reason.REFUSED);
    assertThat(servers(SET, denied, after).reason()).isEqualTo(Reason.SERVERS_NOT_READY);
  }

  private static String crashed(String log) {
    return """
      containerStatuses:
      - name: wildfly
        state: {waiting: {reason: CrashLoopBackOff}}
        lastState: {terminated: {exitCode: 1, message: "%s"}}
      """
        .formatted(log);
  }

  private static Pod created(Pod pod, String time) {
    pod.getMetadata().setCreationTimestamp(time);
    return pod;
  }

  private static Readiness notCreated(String message) {
    Deployment lb =
        new DeploymentBuilder(deployment("lb"))
            .withNewStatus()
            .addNewCondition()
            .withType("ReplicaFailure")
            .withStatus("True")
            .withReason("FailedCreate")
            .withMessage(message)
            .endCondition()
            .endStatus()
            .build();
    return one(lb, Reason.BALANCER_NOT_READY, "servers are missing");
  }

  @Test
  void aBalancerThatMissesAServerIsWaitedFor() {
    Readiness seen = balancer(pod("lb", STARTS));
    assertThat(seen.reason()).isEqualTo(Reason.BALANCER_NOT_READY);
    assertThat(seen.detail()).startsWith("servers are missing; lb: ");
  }

  @Test
  void suppliersThatDoNotAnswerAreWaitedForInTheirPodsOwnWords() {
    Readiness seen = supplier(pod("supplier", CRASHED));
    assertThat(seen.reason()).isEqualTo(Reason.SUPPLIER_NOT_READY);
    assertThat(seen.detail()).startsWith("no answer; supplier: CrashLoopBackOff: ");
    assertThat(supplier(pod("supplier", READY))).isEqualTo(Readiness.ready());
  }

  private static Readiness servers(StatefulSet set, Map<String, String> events, Pod... pods) {
    return new PodsReadiness(
            () -> List.of(pods),
            (HasMetadata object) ->
                Optional.ofNullable(events.get(object.getMetadata().getName()))
                    .map(message -> new Warning(message, WARNED)))
        .of(set, Reason.SERVERS_NOT_READY, 2, "%d of %d servers ready");
  }

  private static Readiness balancer(Pod... pods) {
    return one(deployment("lb"), Reason.BALANCER_NOT_READY, "servers are missing", pods);
  }

  private static Readiness supplier(Pod... pods) {
    return one(deployment("supplier"), Reason.SUPPLIER_NOT_READY, "no answer", pods);
  }

  private static Readiness one(Deployment workload, Reason reason, String unready, Pod... pods) {
    return new PodsReadiness(() -> List.of(pods), object -> Optional.empty())
        .of(workload, reason, 1, unready);
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withCreationTimestamp(CREATED)
        .endMetadata()
        .build();
  }

  private static Pod pod(String name, String status) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withCreationTimestamp(CREATED)
            .endMetadata()
            .build();
    pod.setStatus(Serialization.unmarshal(status, PodStatus.class));
    return pod;
  }
}
