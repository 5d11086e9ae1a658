package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.loadrun.JobObservation.Cause;
import dev.scalelab.operator.loadrun.JobObservation.State;
import dev.scalelab.operator.platform.MainContainer;
import dev.scalelab.operator.platform.PodTrouble;
import dev.scalelab.operator.platform.Refusal;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Determines the state of a Job from the Job and its pods.
 *
 * @param job the Job; null if it is absent
 * @param pods its pods; fewer than its parallelism before they are created and after they are lost
 * @param nodeLost whether a node of this name no longer answers; called only for a pod that was
 *     marked as not ready
 * @param warnings the latest warning event about an object; called only while pods are missing
 */
record JobReader(
    Job job,
    List<Pod> pods,
    Predicate<String> nodeLost,
    Function<HasMetadata, Optional<String>> warnings) {
  /** Annotation and label with which Kubernetes numbers the pods of an indexed Job. */
  static final String POD_NUMBER = "batch.kubernetes.io/job-completion-index";

  /** Exit codes of a program that SIGKILL or SIGTERM has ended. */
  private static final Set<Integer> KILLED = Set.of(128 + 9, 128 + 15);

  /** Number of a pod within its Job, from 0. */
  static int number(Pod pod) {
    return Integer.parseInt(pod.getMetadata().getLabels().getOrDefault(POD_NUMBER, "0"));
  }

  /** Whether Kubernetes reports that the Job has completed or failed: it creates no more pods. */
  static boolean ended(Job job) {
    return completed(job) || condition(job, "Failed").isPresent();
  }

  /** Whether Kubernetes reports the Job as complete. */
  static boolean completed(Job job) {
    return condition(job, "Complete").isPresent();
  }

  JobObservation observe() {
    if (job == null) {
      return JobObservation.absent();
    }
    Instant since = Instant.parse(job.getMetadata().getCreationTimestamp());
    if (completed(job) || podsSucceeded()) {
      return new JobObservation(State.SUCCEEDED, since, null, null);
    }
    // FailureTarget: it has failed, and waits until its pods are deleted, forever if their node is
    // lost.
    Optional<JobCondition> failed =
        condition(job, "Failed").or(() -> condition(job, "FailureTarget"));
    return failed.isPresent() ? failed(since, failed.get()) : active(since);
  }

  /**
   * Its pods have done the Job's work; Kubernetes reports that one second later for a pod and three
   * seconds later for the Job, and nothing would be measured in that time.
   */
  private boolean podsSucceeded() {
    return pods.stream().filter(JobReader::done).count() >= podsNeeded();
  }

  /** Another container, such as a service mesh's proxy, may run forever. */
  private static boolean done(Pod pod) {
    return exitCode(pod).filter(code -> code == 0).isPresent();
  }

  /** How the container that does the Job's work has terminated; empty while it is running. */
  private static Optional<Integer> exitCode(Pod pod) {
    String container = MainContainer.of(pod);
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals(container) && status.getState() != null)
        .map(status -> status.getState().getTerminated())
        .filter(Objects::nonNull)
        .map(ContainerStateTerminated::getExitCode)
        .findFirst();
  }

  private int podsNeeded() {
    return job.getSpec().getCompletions() == null ? 1 : job.getSpec().getCompletions();
  }

  private JobObservation active(Instant since) {
    if (pods.stream().anyMatch(pod -> exitCode(pod).filter(code -> code != 0).isPresent())) {
      return troubled(since); // Kubernetes reports it when the pod's other containers have ended
    }
    Optional<Pod> lost = pods.stream().filter(this::onLostNode).findFirst();
    if (lost.isPresent()) {
      return failure(
          since,
          Cause.POD_LOST,
          "pod %s is lost: its node %s does not answer"
              .formatted(lost.get().getMetadata().getName(), lost.get().getSpec().getNodeName()));
    }
    if (pods.size() < podsNeeded()) {
      String missing = missing();
      Cause cause = Refusal.isDenial(missing) ? Cause.DENIED : null;
      return new JobObservation(State.ACTIVE, since, cause, missing);
    }
    String detail =
        PodTrouble.worst(pods.stream().filter(pod -> !done(pod)).toList())
            .map(PodTrouble::toString)
            .orElse(null);
    return new JobObservation(State.ACTIVE, since, null, detail);
  }

  private String missing() {
    if (Boolean.TRUE.equals(job.getSpec().getSuspend())) {
      return "Job %s is suspended (spec.suspend): a queueing system or a user has to resume it"
          .formatted(job.getMetadata().getName());
    }
    String refused = warnings.apply(job).map(message -> ": " + message).orElse("");
    return podsNeeded() == 1
        ? "its pod does not exist yet" + refused
        : "%d of its %d pods exist%s".formatted(pods.size(), podsNeeded(), refused);
  }

  /** Pods on a node that does not answer are marked as not ready, though they did not report it. */
  private boolean onLostNode(Pod pod) {
    return !done(pod)
        && pod.getSpec().getNodeName() != null
        && "Running".equals(pod.getStatus().getPhase())
        && !PodTrouble.ready(pod)
        && nodeLost.test(pod.getSpec().getNodeName());
  }

  private JobObservation failed(Instant since, JobCondition condition) {
    if ("DeadlineExceeded".equals(condition.getReason())) {
      return failure(
          since,
          Cause.DEADLINE_EXCEEDED,
          "it had not ended after %d s".formatted(job.getSpec().getActiveDeadlineSeconds()));
    }
    return troubled(since);
  }

  private JobObservation troubled(Instant since) {
    Optional<PodTrouble> trouble = PodTrouble.worst(pods);
    if (trouble.isEmpty()) {
      return failure(since, Cause.POD_LOST, "its pod was deleted before its end");
    }
    Cause cause =
        switch (trouble.get().kind()) {
          case OUT_OF_MEMORY -> Cause.OUT_OF_MEMORY;
          case ENDED -> killed() ? Cause.KILLED : Cause.EXIT_CODE;
          default -> Cause.POD_LOST;
        };
    return failure(since, cause, trouble.get().toString());
  }

  /** Pods that have not failed themselves are deleted with one that has. */
  private boolean killed() {
    List<Integer> failures =
        pods.stream().flatMap(pod -> exitCode(pod).stream()).filter(code -> code != 0).toList();
    return !failures.isEmpty() && KILLED.containsAll(failures);
  }

  private static JobObservation failure(Instant since, Cause cause, String detail) {
    return new JobObservation(State.FAILED, since, cause, detail);
  }

  private static Optional<JobCondition> condition(Job job, String type) {
    return job.getStatus() == null
        ? Optional.empty()
        : job.getStatus().getConditions().stream()
            .filter(c -> type.equals(c.getType()) && "True".equals(c.getStatus()))
            .findFirst();
  }
}
