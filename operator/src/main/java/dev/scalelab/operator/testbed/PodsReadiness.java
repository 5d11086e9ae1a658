package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.PodTrouble;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.WarningReader.Warning;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Whether a trial's servers, its balancer or its suppliers are ready, from their objects.
 *
 * @param pods lists the pods of the tier; called only if their controller does not report all as
 *     ready, which it may do later than they themselves
 * @param warnings the latest warning event about an object; called only if the pods' own status is
 *     not sufficient
 */
record PodsReadiness(Supplier<List<Pod>> pods, Function<HasMetadata, Optional<Warning>> warnings) {
  /**
   * Ready when the wanted number of pods is.
   *
   * @param workload their StatefulSet or Deployment; null if it is absent
   * @param unready message while they are not ready; a format of the numbers of ready and of wanted
   *     pods
   */
  Readiness of(HasMetadata workload, Reason reason, int wanted, String unready) {
    if (workload == null) {
      return Readiness.absent();
    }
    if (workload.getMetadata().getDeletionTimestamp() != null) {
      return Readiness.waiting(reason, "they are being deleted");
    }
    if (reportedReady(workload) >= wanted) {
      return Readiness.ready();
    }
    List<Pod> found = pods.get();
    long ready = found.stream().filter(PodTrouble::ready).count();
    if (ready >= wanted) {
      return Readiness.ready();
    }
    Cause cause = cause(workload, found, wanted);
    return Readiness.waiting(
        cause.denied() ? Reason.REFUSED : reason,
        unready.formatted(ready, wanted) + "; " + cause.text());
  }

  /**
   * Why they are not ready.
   *
   * @param denied whether a policy denies the pods that are missing; the text of a pod that exists
   *     may quote a log, which may contain anything
   */
  private record Cause(String text, boolean denied) {
    static Cause ofPods(String text) {
      return new Cause(text, false);
    }
  }

  private static int reportedReady(HasMetadata workload) {
    Integer ready = null;
    if (workload instanceof StatefulSet set && set.getStatus() != null) {
      ready = set.getStatus().getReadyReplicas();
    } else if (workload instanceof Deployment deployment && deployment.getStatus() != null) {
      ready = deployment.getStatus().getReadyReplicas();
    }
    return ready == null ? 0 : ready;
  }

  private Cause cause(HasMetadata workload, List<Pod> found, int wanted) {
    Optional<PodTrouble> worst = PodTrouble.worst(found);
    if (found.size() < wanted && !grave(worst)) {
      Optional<String> refusal = notCreated(workload).or(() -> notCreated(workload, found));
      return new Cause(
          "%d of %d pods exist%s"
              .formatted(found.size(), wanted, refusal.map(w -> " (" + w + ")").orElse("")),
          refusal.filter(Refusal::isDenial).isPresent());
    }
    return Cause.ofPods(
        worst.map(trouble -> trouble + more(trouble, found)).orElse("all of its pods are ready"));
  }

  private static boolean grave(Optional<PodTrouble> trouble) {
    return trouble.filter(t -> t.kind().compareTo(PodTrouble.Kind.STARTING) < 0).isPresent();
  }

  /** A failing probe, or a volume that cannot be mounted, is only reported by events. */
  private String more(PodTrouble trouble, List<Pod> found) {
    if (trouble.kind().compareTo(PodTrouble.Kind.STARTING) < 0) {
      return "";
    }
    return found.stream()
        .filter(pod -> pod.getMetadata().getName().equals(trouble.pod()))
        .findFirst()
        .flatMap(warnings)
        .map(warning -> " (" + warning.message() + ")")
        .orElse("");
  }

  /** A Deployment's pods are created by its ReplicaSet, whose message it repeats in a condition. */
  private static Optional<String> notCreated(HasMetadata workload) {
    return workload instanceof Deployment deployment && deployment.getStatus() != null
        ? deployment.getStatus().getConditions().stream()
            .filter(c -> "ReplicaFailure".equals(c.getType()) && "True".equals(c.getStatus()))
            .map(c -> c.getReason() + ": " + c.getMessage())
            .findFirst()
        : Optional.empty();
  }

  /** A warning that is older than the newest pod is not about one that is still missing. */
  private Optional<String> notCreated(HasMetadata workload, List<Pod> found) {
    Instant newest =
        found.stream()
            .map(pod -> Instant.parse(pod.getMetadata().getCreationTimestamp()))
            .max(Comparator.naturalOrder())
            .orElse(Instant.MIN);
    return warnings
        .apply(workload)
        .filter(warning -> !warning.lastSeen().isBefore(newest))
        .map(Warning::message);
  }
}
