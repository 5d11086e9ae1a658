package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
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

/** Two servers behind a balancer, and what is said while they are not ready. */
class ServersReadinessTest {
  private static final String CREATED = "2026-01-01T12:00:00Z";
  private static final String READY = "conditions: [{type: Ready, status: 'True'}]";
  private static final String STARTS =
      "containerStatuses: [{name: wildfly, ready: false, state: {running: {startedAt: now}}}]";
  private static final String CRASHED =
      """
      containerStatuses:
      - name: wildfly
        state: {waiting: {reason: CrashLoopBackOff}}
        lastState: {terminated: {exitCode: 1, message: "WFLYSRV0055: boot failed\\n"}}
      """;

  @Test
  void nothingIsDeployed() {
    assertThat(readiness(false, List.of(), List.of(), Map.of())).isEqualTo(Readiness.absent());
  }

  @Test
  void allOfThemAreReady() {
    assertThat(
            readiness(
                true,
                List.of(pod("app-0", READY), pod("app-1", READY)),
                List.of(pod("lb", READY)),
                Map.of()))
        .isEqualTo(Readiness.ready(Instant.parse(CREATED)));
  }

  @Test
  void theServerThatNeedsMendingIsToldBeforeTheOneThatNeedsTime() {
    Readiness seen =
        readiness(true, List.of(pod("app-0", STARTS), pod("app-1", CRASHED)), List.of(), Map.of());
    assertThat(seen.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(seen.detail())
        .isEqualTo(
            "0 of 2 servers ready; app-1: CrashLoopBackOff: container wildfly ended with exit code 1:"
                + " WFLYSRV0055: boot failed");
  }

  @Test
  void aFailingProbeIsToldByItsEvent() {
    Readiness seen =
        readiness(
            true,
            List.of(pod("app-0", READY), pod("app-1", STARTS)),
            List.of(),
            Map.of("app-1", "Unhealthy: Readiness probe failed: 503"));
    assertThat(seen.detail())
        .isEqualTo(
            "1 of 2 servers ready; app-1: container wildfly runs since now but is not ready"
                + " (Unhealthy: Readiness probe failed: 503)");
  }

  @Test
  void podsThatAreRefusedAreToldByTheEventOfTheirMaker() {
    Readiness seen =
        readiness(
            true,
            List.of(pod("app-0", STARTS)),
            List.of(),
            Map.of("app", "FailedCreate: exceeded quota: team"));
    assertThat(seen.detail())
        .isEqualTo("0 of 2 servers ready; 1 of 2 pods exist (FailedCreate: exceeded quota: team)");
  }

  @Test
  void aBalancerThatMissesAServerIsWaitedFor() {
    Readiness seen =
        readiness(
            true,
            List.of(pod("app-0", READY), pod("app-1", READY)),
            List.of(pod("lb", STARTS)),
            Map.of());
    assertThat(seen.reason()).isEqualTo(Reason.BALANCER_NOT_READY);
    assertThat(seen.detail()).startsWith("the balancer does not see all 2 servers yet; lb: ");
  }

  private static Readiness readiness(
      boolean deployed, List<Pod> servers, List<Pod> balancers, Map<String, String> events) {
    StatefulSet set =
        new StatefulSetBuilder()
            .withNewMetadata()
            .withName("app")
            .withCreationTimestamp(CREATED)
            .endMetadata()
            .build();
    Deployment balancer =
        new DeploymentBuilder()
            .withNewMetadata()
            .withName("lb")
            .withCreationTimestamp(CREATED)
            .endMetadata()
            .build();
    return new ServersReadiness(
            2,
            deployed ? set : null,
            deployed ? balancer : null,
            servers,
            balancers,
            (HasMetadata object) -> Optional.ofNullable(events.get(object.getMetadata().getName())))
        .readiness();
  }

  private static Pod pod(String name, String status) {
    Pod pod = new PodBuilder().withNewMetadata().withName(name).endMetadata().build();
    pod.setStatus(Serialization.unmarshal(status, PodStatus.class));
    return pod;
  }
}
