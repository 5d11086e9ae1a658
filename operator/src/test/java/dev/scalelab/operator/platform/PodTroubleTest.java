package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pod statuses as written by Kubernetes, and the messages for users. */
class PodTroubleTest {
  private static final String NOT_READY = "conditions: [{type: Ready, status: 'False'}]";

  static Stream<Arguments> table() {
    return Stream.of(
        arguments(
            "image that does not exist",
            """
            containerStatuses:
            - name: wildfly
              state: {waiting: {reason: ImagePullBackOff, message: Back-off pulling image "nope:1"}}
            """,
            PodTrouble.Kind.CANNOT_START,
            "app-0: ImagePullBackOff: container wildfly: Back-off pulling image \"nope:1\""),
        arguments(
            "no node",
            """
            conditions:
            - {type: PodScheduled, status: 'False', reason: Unschedulable, message: 0/4 nodes are available}
            """,
            PodTrouble.Kind.UNSCHEDULABLE,
            "app-0: Unschedulable: 0/4 nodes are available"),
        arguments(
            "killed for memory, and started again",
            """
            containerStatuses:
            - name: wildfly
              state: {running: {startedAt: "2026-01-01T00:00:00Z"}}
              lastState: {terminated: {reason: OOMKilled, exitCode: 137}}
            """,
            PodTrouble.Kind.OUT_OF_MEMORY,
            "app-0: OOMKilled: container wildfly was killed for memory at its limit of 768Mi (exit code 137)"),
        arguments(
            "ends again and again",
            """
            containerStatuses:
            - name: wildfly
              state: {waiting: {reason: CrashLoopBackOff, message: back-off 20s}}
              lastState: {terminated: {reason: Error, exitCode: 1, message: "one\\ntwo\\n{\\"record\\":1}\\nno such host db\\n"}}
            """,
            PodTrouble.Kind.ENDED,
            "app-0: CrashLoopBackOff: container wildfly ended with exit code 1: one / two / no such host db"),
        arguments(
            "evicted",
            """
            phase: Failed
            reason: Evicted
            message: The node was low on resource memory
            """,
            PodTrouble.Kind.LOST,
            "app-0: Evicted: The node was low on resource memory"),
        arguments(
            "just being made",
            """
            containerStatuses:
            - name: wildfly
              state: {waiting: {reason: ContainerCreating}}
            """,
            PodTrouble.Kind.STARTING,
            "app-0: ContainerCreating: container wildfly"),
        arguments(
            "starting up",
            """
            containerStatuses:
            - name: wildfly
              ready: false
              state: {running: {startedAt: "2026-01-01T00:00:00Z"}}
            """,
            PodTrouble.Kind.NOT_READY,
            "app-0: container wildfly runs since 2026-01-01T00:00:00Z but is not ready"),
        arguments(
            "init container cannot start",
            """
            initContainerStatuses:
            - name: bootstrap
              state: {waiting: {reason: CreateContainerConfigError, message: secret "db-app" not found}}
            containerStatuses:
            - name: wildfly
              state: {waiting: {reason: PodInitializing}}
            """,
            PodTrouble.Kind.CANNOT_START,
            "app-0: CreateContainerConfigError: container bootstrap: secret \"db-app\" not found"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void reportsThePodsOwnReason(String name, String status, PodTrouble.Kind kind, String message) {
    PodTrouble trouble = PodTrouble.of(pod("app-0", status)).orElseThrow();
    assertThat(trouble.kind()).isEqualTo(kind);
    assertThat(trouble).hasToString(message);
  }

  @Test
  void aReadyPodHasNoTrouble() {
    assertThat(PodTrouble.of(pod("app-0", "conditions: [{type: Ready, status: 'True'}]")))
        .isEmpty();
  }

  @Test
  void aPodThatEndedWellHasNoTrouble() {
    assertThat(PodTrouble.of(pod("app-0", "phase: Succeeded\n" + NOT_READY))).isEmpty();
  }

  @Test
  void aReadyPodThatIsBeingDeletedIsLost() {
    Pod pod = pod("app-0", "conditions: [{type: Ready, status: 'True'}]");
    pod.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    assertThat(PodTrouble.of(pod))
        .hasValueSatisfying(t -> assertThat(t).hasToString("app-0: is being deleted"));
  }

  @Test
  void theWorstOfSeveralIsReported() {
    Pod starting =
        pod(
            "app-0",
            "containerStatuses: [{name: a, state: {waiting: {reason: ContainerCreating}}}]");
    Pod stuck =
        pod("app-1", "containerStatuses: [{name: a, state: {waiting: {reason: ErrImagePull}}}]");
    assertThat(PodTrouble.worst(List.of(starting, stuck)))
        .hasValueSatisfying(trouble -> assertThat(trouble.pod()).isEqualTo("app-1"));
  }

  private static Pod pod(String name, String status) {
    Pod pod =
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec: {containers: [{name: wildfly, resources: {limits: {memory: 768Mi}}}]}
            """
                .formatted(name),
            Pod.class);
    pod.setStatus(Serialization.unmarshal(status, PodStatus.class));
    return pod;
  }
}
