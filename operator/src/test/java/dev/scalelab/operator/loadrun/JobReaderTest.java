package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.loadrun.JobObservation.Cause;
import dev.scalelab.operator.loadrun.JobObservation.State;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** States of a Job and its pod in Kubernetes, and how the operator interprets them. */
class JobReaderTest {
  private static final String FAILED =
      "conditions: [{type: Failed, status: 'True', reason: BackoffLimitExceeded}]";

  static Stream<Arguments> table() {
    return Stream.of(
        arguments(
            "just created",
            "{}",
            null,
            State.ACTIVE,
            null,
            "its pod does not exist yet: FailedCreate: exceeded quota"),
        arguments(
            "image does not exist",
            "active: 1",
            """
            phase: Pending
            containerStatuses: [{name: gatling, state: {waiting: {reason: ImagePullBackOff, message: no such image}}}]
            """,
            State.ACTIVE,
            null,
            "load-x: ImagePullBackOff: container gatling: no such image"),
        arguments(
            "runs",
            "active: 1",
            "phase: Running\nconditions: [{type: Ready, status: 'True'}]",
            State.ACTIVE,
            null,
            null),
        arguments(
            "its node went silent",
            "active: 1",
            """
            phase: Running
            conditions: [{type: Ready, status: 'False'}]
            containerStatuses: [{name: gatling, ready: true, state: {running: {}}}]
            """,
            State.FAILED,
            Cause.POD_LOST,
            "pod load-x is lost: its node node-load does not answer"),
        arguments(
            "its container is done, and nothing is said of pod and Job yet",
            "active: 1",
            """
            phase: Running
            containerStatuses: [{name: gatling, state: {terminated: {exitCode: 0}}}]
            """,
            State.SUCCEEDED,
            null,
            null),
        arguments(
            "done, and a service mesh's proxy beside it goes on",
            "active: 1",
            """
            phase: Running
            containerStatuses:
            - {name: istio-proxy, ready: true, state: {running: {}}}
            - {name: gatling, state: {terminated: {exitCode: 0}}}
            """,
            State.SUCCEEDED,
            null,
            null),
        arguments(
            "failed, and a service mesh's proxy beside it goes on",
            "active: 1",
            """
            phase: Running
            containerStatuses:
            - {name: istio-proxy, ready: true, state: {running: {}}}
            - {name: gatling, state: {terminated: {reason: Error, exitCode: 2, message: "RATES: must be above 0"}}}
            """,
            State.FAILED,
            Cause.EXIT_CODE,
            "load-x: container gatling ended with exit code 2: RATES: must be above 0"),
        arguments(
            "done, and its pod deleted",
            "conditions: [{type: Complete, status: 'True'}]",
            null,
            State.SUCCEEDED,
            null,
            null),
        arguments(
            "done",
            "conditions: [{type: Complete, status: 'True'}]",
            "phase: Succeeded",
            State.SUCCEEDED,
            null,
            null),
        arguments(
            "killed for memory",
            FAILED,
            """
            phase: Failed
            containerStatuses: [{name: gatling, state: {terminated: {reason: OOMKilled, exitCode: 137}}}]
            """,
            State.FAILED,
            Cause.OUT_OF_MEMORY,
            "load-x: OOMKilled: container gatling was killed for memory (exit code 137)"),
        arguments(
            "bad settings",
            FAILED,
            """
            phase: Failed
            containerStatuses:
            - name: gatling
              state: {terminated: {reason: Error, exitCode: 2, message: "RATES: must be above 0\\n"}}
            """,
            State.FAILED,
            Cause.EXIT_CODE,
            "load-x: container gatling ended with exit code 2: RATES: must be above 0"),
        arguments(
            "killed, without a reason",
            FAILED,
            """
            phase: Failed
            containerStatuses: [{name: gatling, state: {terminated: {reason: Error, exitCode: 137}}}]
            """,
            State.FAILED,
            Cause.KILLED,
            "load-x: container gatling ended with exit code 137"),
        arguments(
            "asked to end",
            FAILED,
            """
            phase: Failed
            containerStatuses: [{name: gatling, state: {terminated: {reason: Error, exitCode: 143}}}]
            """,
            State.FAILED,
            Cause.KILLED,
            "load-x: container gatling ended with exit code 143"),
        arguments(
            "took too long",
            "conditions: [{type: Failed, status: 'True', reason: DeadlineExceeded}]",
            null,
            State.FAILED,
            Cause.DEADLINE_EXCEEDED,
            "it had not ended after 400 s"),
        arguments(
            "pod was deleted",
            FAILED,
            null,
            State.FAILED,
            Cause.POD_LOST,
            "its pod was deleted before its end"),
        arguments(
            "evicted, and its node does not let it go",
            "conditions: [{type: FailureTarget, status: 'True', reason: BackoffLimitExceeded}]",
            "phase: Failed\nreason: Evicted\nmessage: low on memory",
            State.FAILED,
            Cause.POD_LOST,
            "load-x: Evicted: low on memory"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void isReadFromItsPod(
      String name, String job, String pod, State state, Cause cause, String detail) {
    JobObservation seen = read(job, pod);
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.cause()).isEqualTo(cause);
    assertThat(seen.detail()).isEqualTo(detail);
    assertThat(seen.since()).isEqualTo(Instant.parse("2026-01-01T12:00:00Z"));
  }

  static Stream<Arguments> tableOfTwo() {
    String running = "phase: Running\nconditions: [{type: Ready, status: 'True'}]";
    String done =
        """
        phase: Running
        containerStatuses: [{name: gatling, state: {terminated: {exitCode: 0}}}]
        """;
    return Stream.of(
        arguments(
            "one exists",
            "active: 1",
            List.of(running),
            State.ACTIVE,
            null,
            "1 of its 2 pods exist: FailedCreate: exceeded quota"),
        arguments("both run", "active: 2", List.of(running, running), State.ACTIVE, null, null),
        arguments(
            "one finds no room",
            "active: 2",
            List.of(
                running,
                """
                phase: Pending
                conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: no room}]
                """),
            State.ACTIVE,
            null,
            "load-1-x: Unschedulable: no room"),
        arguments("one is done", "active: 2", List.of(done, running), State.ACTIVE, null, null),
        arguments("both are done", "active: 2", List.of(done, done), State.SUCCEEDED, null, null),
        arguments(
            "the node of the second went silent",
            "active: 2",
            List.of(running, "phase: Running\nconditions: [{type: Ready, status: 'False'}]"),
            State.FAILED,
            Cause.POD_LOST,
            "pod load-1-x is lost: its node node-load does not answer"),
        arguments(
            "the second failed, and the first is being deleted",
            "conditions: [{type: FailureTarget, status: 'True', reason: BackoffLimitExceeded}]",
            List.of(
                """
                phase: Running
                containerStatuses: [{name: gatling, state: {terminated: {reason: Error, exitCode: 143}}}]
                """,
                """
                phase: Failed
                containerStatuses:
                - name: gatling
                  state: {terminated: {reason: Error, exitCode: 4, message: "0 did not come\n"}}
                """),
            State.FAILED,
            Cause.EXIT_CODE,
            "load-1-x: container gatling ended with exit code 4: 0 did not come"));
  }

  /** The first pod of a failed Job is being deleted. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("tableOfTwo")
  void isReadFromThePodsThatShareIt(
      String name, String job, List<String> statuses, State state, Cause cause, String detail) {
    List<Pod> pods = new ArrayList<>();
    for (String status : statuses) {
      Pod pod = pod(status);
      pod.getMetadata().setName("load-" + pods.size() + "-x");
      pods.add(pod);
    }
    if (state == State.FAILED && cause == Cause.EXIT_CODE) {
      pods.get(0).getMetadata().setDeletionTimestamp("2026-01-01T12:01:00Z");
    }
    JobObservation seen = read(job, "completions: 2", pods);
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.cause()).isEqualTo(cause);
    assertThat(seen.detail()).isEqualTo(detail);
  }

  @Test
  void aSuspendedJobSaysWhoHasToResumeIt() {
    JobObservation seen = read("{}", "suspend: true", List.of());

    assertThat(seen.state()).isEqualTo(State.ACTIVE);
    assertThat(seen.detail())
        .isEqualTo(
            "Job load is suspended (spec.suspend): a queueing system or a user has to resume it");
  }

  @Test
  void noJob() {
    assertThat(new JobReader(null, List.of(), node -> false, object -> Optional.empty()).observe())
        .isEqualTo(JobObservation.absent());
  }

  private static JobObservation read(String jobStatus, String podStatus) {
    return read(
        jobStatus, "completions: 1", podStatus == null ? List.of() : List.of(pod(podStatus)));
  }

  private static JobObservation read(String jobStatus, String completions, List<Pod> pods) {
    Job job =
        Serialization.unmarshal(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: load, creationTimestamp: "2026-01-01T12:00:00Z"}
            spec: {activeDeadlineSeconds: 400, %s}
            status: {%s}
            """
                .formatted(completions, jobStatus.equals("{}") ? "" : jobStatus),
            Job.class);
    return new JobReader(
            job, pods, "node-load"::equals, object -> Optional.of("FailedCreate: exceeded quota"))
        .observe();
  }

  private static Pod pod(String status) {
    Pod pod =
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: load-x
              annotations: {kubectl.kubernetes.io/default-container: gatling}
            spec: {nodeName: node-load, containers: [{name: istio-proxy}, {name: gatling}]}
            """,
            Pod.class);
    pod.setStatus(Serialization.unmarshal(status, PodStatus.class));
    return pod;
  }
}
