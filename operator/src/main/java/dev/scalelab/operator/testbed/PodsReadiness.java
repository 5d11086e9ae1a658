package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.PodTrouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether a trial's servers, its balancer or its suppliers are ready, from their objects.
 *
 * @param replicas expected number of servers
 * @param pods the pods of the tier
 * @param warnings the latest warning event about an object; called only if the pods' own status is
 *     not sufficient
 */
record PodsReadiness(
    int replicas, List<Pod> pods, Function<HasMetadata, Optional<String>> warnings) {

  /**
   * Ready when every server is.
   *
   * @param servers their StatefulSet; null if it is absent
   */
  Readiness servers(StatefulSet servers) {
    long ready = pods.stream().filter(PodTrouble::ready).count();
    return readiness(
        servers,
        Reason.SERVERS_NOT_READY,
        ready >= replicas,
        replicas,
        "%d of %d servers ready".formatted(ready, replicas));
  }

  /**
   * Ready when the balancer sees every server.
   *
   * @param balancer its Deployment; null if it is absent
   */
  Readiness balancer(Deployment balancer) {
    return readiness(
        balancer,
        Reason.BALANCER_NOT_READY,
        pods.stream().anyMatch(PodTrouble::ready),
        1,
        "the balancer does not see all %d servers yet".formatted(replicas));
  }

  /**
   * Ready when the suppliers' emulator answers.
   *
   * @param emulator its Deployment; null if it is absent
   */
  Readiness supplier(Deployment emulator) {
    return readiness(
        emulator,
        Reason.SUPPLIER_NOT_READY,
        pods.stream().anyMatch(PodTrouble::ready),
        1,
        "the suppliers' emulator does not answer yet");
  }

  private Readiness readiness(
      HasMetadata maker, Reason reason, boolean ready, int wanted, String state) {
    if (maker == null) {
      return Readiness.absent();
    }
    Instant since = Instant.parse(maker.getMetadata().getCreationTimestamp());
    if (maker.getMetadata().getDeletionTimestamp() != null) {
      return Readiness.waiting(since, reason, "they are being deleted");
    }
    return ready
        ? Readiness.ready(since)
        : Readiness.waiting(since, reason, state + "; " + why(maker, wanted));
  }

  private String why(HasMetadata maker, int wanted) {
    Optional<PodTrouble> worst = PodTrouble.worst(pods);
    if (pods.size() < wanted && !grave(worst)) {
      return "%d of %d pods exist%s"
          .formatted(pods.size(), wanted, warning(maker).map(w -> " (" + w + ")").orElse(""));
    }
    return worst.map(trouble -> trouble + more(trouble)).orElse("all of its pods are ready");
  }

  private static boolean grave(Optional<PodTrouble> trouble) {
    return trouble.filter(t -> t.kind().compareTo(PodTrouble.Kind.STARTING) < 0).isPresent();
  }

  /** A failing probe, or a volume that cannot be mounted, is only reported by events. */
  private String more(PodTrouble trouble) {
    if (trouble.kind().compareTo(PodTrouble.Kind.STARTING) < 0) {
      return "";
    }
    return pods.stream()
        .filter(pod -> pod.getMetadata().getName().equals(trouble.pod()))
        .findFirst()
        .flatMap(this::warning)
        .map(warning -> " (" + warning + ")")
        .orElse("");
  }

  private Optional<String> warning(HasMetadata object) {
    return warnings.apply(object);
  }
}
