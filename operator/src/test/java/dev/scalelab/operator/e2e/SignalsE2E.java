package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.RunResult;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One of two servers is frozen for a time under load, and then the other one's container is killed.
 * What users lost is as counted from the balancer's log. The chart must give the right
 * (disturbances.exec).
 */
@Isolated("what else runs takes the cores that are measured")
class SignalsE2E {
  private static final String SIGNALS =
      Disturbed.countedCart(
          "signalled",
          90,
          "name: freeze, action: PausePod, tier: Application, server: 1, atSecond: 15, durationSeconds: 6",
          "name: crash, action: KillContainer, tier: Application, server: 2, atSecond: 40");

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.release("signalled");
    cluster.close();
  }

  @Test
  void oneIsFrozenAndTheOtherIsStartedAgainInItsPod() throws Exception {
    cluster.apply(SIGNALS);

    cluster.awaitFinished("signalled", 8);

    RunResult run = cluster.validRun("signalled-base-2");
    DisturbanceResult freeze = run.disturbance("freeze").orElseThrow();
    DisturbanceResult crash = run.disturbance("crash").orElseThrow();
    assertThat(freeze.lateMillis()).isBetween(0L, 1000L);
    assertThat(crash.lateMillis()).isBetween(0L, 1000L);
    Pod frozen = pod(freeze);
    assertThat(frozen.getMetadata().getName()).isEqualTo("signalled-base-2-app-0");
    assertThat(server(frozen).getRestartCount()).as("of the frozen server").isZero();
    assertThat(freeze.effect().podsBackSeconds()).isGreaterThanOrEqualTo(6);
    Pod crashed = pod(crash);
    assertThat(crashed.getMetadata().getUid())
        .as("the same pod")
        .isEqualTo(crash.pods().get(0).uid());
    assertThat(server(crashed).getRestartCount()).isEqualTo(1);
    assertThat(server(crashed).getLastState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(
            Duration.between(
                    Instant.parse(crash.madeAt()),
                    Instant.parse(server(crashed).getLastState().getTerminated().getFinishedAt()))
                .abs())
        .isLessThan(Duration.ofSeconds(3));
    assertThat(crash.podsBackAt()).as("when both servers were ready again").isNotNull();
    SessionTally.of(cluster, "signalled-base-2", run).hasTheCountsOf(run);
  }

  private Pod pod(DisturbanceResult disturbed) {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withName(disturbed.pods().get(0).pod())
        .get();
  }

  private static ContainerStatus server(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(one -> one.getName().equals("server"))
        .findFirst()
        .orElseThrow();
  }
}
