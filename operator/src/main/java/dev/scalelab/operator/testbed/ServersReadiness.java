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
 * Whether servers and balancer of a trial are ready, from what the cluster holds of them.
 *
 * @param replicas how many servers there are to be
 * @param servers their StatefulSet; null when there is none
 * @param balancer the balancer's Deployment; null when there is none
 * @param serverPods the servers' pods
 * @param balancerPods the balancer's pods
 * @param warnings the latest warning event about an object; asked for only where the pods' own
 *     status does not say enough
 */
record ServersReadiness(
    int replicas,
    StatefulSet servers,
    Deployment balancer,
    List<Pod> serverPods,
    List<Pod> balancerPods,
    Function<HasMetadata, Optional<String>> warnings) {

  Readiness readiness() {
    if (servers == null || balancer == null) {
      return Readiness.absent();
    }
    Instant since = Instant.parse(servers.getMetadata().getCreationTimestamp());
    if (servers.getMetadata().getDeletionTimestamp() != null
        || balancer.getMetadata().getDeletionTimestamp() != null) {
      return Readiness.waiting(since, Reason.SERVERS_NOT_READY, "they are being deleted");
    }
    long ready = serverPods.stream().filter(PodTrouble::ready).count();
    if (ready < replicas) {
      return Readiness.waiting(
          since,
          Reason.SERVERS_NOT_READY,
          "%d of %d servers ready; %s"
              .formatted(ready, replicas, why(servers, serverPods, replicas)));
    }
    if (balancerPods.stream().noneMatch(PodTrouble::ready)) {
      return Readiness.waiting(
          since,
          Reason.BALANCER_NOT_READY,
          "the balancer does not see all %d servers yet; %s"
              .formatted(replicas, why(balancer, balancerPods, 1)));
    }
    return Readiness.ready(since);
  }

  private String why(HasMetadata maker, List<Pod> pods, int wanted) {
    Optional<PodTrouble> worst = PodTrouble.worst(pods);
    if (pods.size() < wanted && !grave(worst)) {
      return "%d of %d pods exist%s"
          .formatted(pods.size(), wanted, warning(maker).map(w -> " (" + w + ")").orElse(""));
    }
    return worst.map(trouble -> trouble + more(trouble, pods)).orElse("all of its pods are ready");
  }

  private static boolean grave(Optional<PodTrouble> trouble) {
    return trouble.filter(t -> t.kind().compareTo(PodTrouble.Kind.STARTING) < 0).isPresent();
  }

  /** A failing probe, or a volume that cannot be mounted, is told by events alone. */
  private String more(PodTrouble trouble, List<Pod> pods) {
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
