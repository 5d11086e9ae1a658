package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The reason of a database that is not ready. */
class DatabaseReadinessTest {
  private static final String DENIAL = "the auditor denied the request";

  @Test
  void onlyWhatCloudNativePgOrItsJobsReportIsADenial() {
    Readiness logged = readiness("Setting up primary", crashed(DENIAL), null);
    assertThat(logged.reason()).isEqualTo(Reason.DATABASE_NOT_READY);
    assertThat(logged.detail()).contains(DENIAL);

    assertThat(readiness("Setting up primary", null, "FailedCreate: " + DENIAL).reason())
        .isEqualTo(Reason.REFUSED);
    assertThat(readiness("Unable to create required objects: " + DENIAL, null, null).reason())
        .isEqualTo(Reason.REFUSED);
  }

  private static Readiness readiness(String phase, Pod pod, String warning) {
    GenericKubernetesResource cluster =
        Serialization.unmarshal(
            """
            metadata: {name: small-main}
            spec: {instances: 1}
            status: {phase: "%s"}
            """
                .formatted(phase),
            GenericKubernetesResource.class);
    return new DatabaseReadiness(
            cluster,
            () -> pod == null ? List.of() : List.of(pod),
            () -> Optional.ofNullable(warning))
        .readiness();
  }

  private static Pod crashed(String log) {
    return Serialization.unmarshal(
        """
        metadata: {name: small-main-1}
        status:
          containerStatuses:
          - name: postgres
            restartCount: 0
            state: {waiting: {reason: CrashLoopBackOff}}
            lastState: {terminated: {exitCode: 1, message: "%s"}}
        """
            .formatted(log),
        Pod.class);
  }
}
