package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.Reason;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One server that started with 1500m and will be measured at 300m. */
class CpuLimitTest {
  private static final Instant ASKED = Instant.parse("2026-01-01T12:00:05Z");
  private static final String NEVER_ASKED = "[]";
  private static final String ASKED_AT =
      "[{manager: scalelab, operation: Update, subresource: resize, time: '%s'}]".formatted(ASKED);

  static Stream<Arguments> table() {
    return Stream.of(
        arguments(
            "not requested yet",
            pod(NEVER_ASKED, "1500m", "1500m", "[]"),
            "app-0 still has a limit of 1500m instead of 300m"),
        arguments(
            "set back by something else",
            pod(ASKED_AT, "1", "300m", "[]"),
            "something set app-0 back to a limit of 1 instead of 300m"),
        arguments(
            "requested, not in force",
            pod(ASKED_AT, "300m", "1500m", "[]"),
            "app-0 runs at a limit of 1500m instead of 300m"),
        arguments(
            "the node cannot",
            pod(
                ASKED_AT,
                "300m",
                "1500m",
                "[{type: PodResizePending, status: 'True', reason: Infeasible, message: not enough}]"),
            "app-0: PodResizePending: Infeasible: not enough"),
        arguments(
            "under way",
            pod(ASKED_AT, "300m", "300m", "[{type: PodResizeInProgress, status: 'True'}]"),
            "app-0: PodResizeInProgress"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void waits(String name, Pod pod, String detail) {
    assertThat(limit(pod)).isEqualTo(Readiness.waiting(Reason.RESIZE_FAILED, detail));
  }

  @Test
  void inForce() {
    assertThat(limit(pod(ASKED_AT, "300m", "300m", "[]"))).isEqualTo(Readiness.ready());
  }

  /** Kubernetes writes one core as 1, however it was requested. */
  @Test
  void oneLimitMayBeWrittenInTwoWays() {
    assertThat(limit(pod(ASKED_AT, "0.3", "300m", "[]")).state()).isEqualTo(Readiness.State.READY);
  }

  /** The API server rounds it up, so the requested figure is never found in a pod. */
  @Test
  void aFractionOfAMillicoreIsComparedAsTheApiServerStoresIt() {
    CpuLimit limit =
        new CpuLimit(
            new Quantity("0.3333"), 1, "server", List.of(pod(ASKED_AT, "334m", "334m", "[]")));

    assertThat(limit.readiness()).isEqualTo(Readiness.ready());
    assertThat(limit.notRequested()).isEmpty();
  }

  /** Kubernetes reports a container's resources only if they can change. */
  @Test
  void aServerThatStartedWithItsLimitHasIt() {
    assertThat(limit(pod(NEVER_ASKED, "300m", null, "[]"))).isEqualTo(Readiness.ready());
  }

  @Test
  void aServerThatIsMissingIsWaitedFor() {
    CpuLimit limit =
        new CpuLimit(
            new Quantity("300m"), 2, "server", List.of(pod(ASKED_AT, "300m", "300m", "[]")));
    assertThat(limit.readiness().detail()).isEqualTo("1 of 2 servers exist");
  }

  private static Readiness limit(Pod pod) {
    return new CpuLimit(new Quantity("300m"), 1, "server", List.of(pod)).readiness();
  }

  private static Pod pod(String managed, String asked, String inForce, String conditions) {
    String resources =
        inForce == null ? "" : ", resources: {limits: {cpu: '%s'}}".formatted(inForce);
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: app-0
          managedFields: %s
        spec:
          containers: [{name: server, resources: {limits: {cpu: '%s'}}}]
        status:
          conditions: %s
          containerStatuses: [{name: server%s}]
        """
            .formatted(managed, asked, conditions, resources),
        Pod.class);
  }
}
