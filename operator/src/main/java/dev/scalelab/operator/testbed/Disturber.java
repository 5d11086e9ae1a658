package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Chooses the pods of a disturbance, and does to them what it says. */
public final class Disturber {
  private final KubernetesClient client;
  private final Topology topology;
  private final ComponentPods pods;

  Disturber(KubernetesClient client, Topology topology, ComponentPods pods) {
    this.client = client;
    this.topology = topology;
    this.pods = pods;
  }

  /**
   * The pods that a disturbance concerns, by the state of the API server; fewer than planned if
   * fewer are ready.
   *
   * @param seed of the run
   */
  public List<DisturbedPod> choose(
      ScalabilityExperiment e, Configuration t, PlannedDisturbance planned, long seed) {
    List<PodGroup> groups = groups(t, planned);
    List<Pod> ofTier =
        pods.whole(e).stream()
            .filter(pod -> groups.stream().anyMatch(group -> group.selects(pod)))
            .toList();
    return DisturbedPods.choose(planned, seed, ofTier);
  }

  private List<PodGroup> groups(Configuration t, PlannedDisturbance planned) {
    return topology.podGroups(t).stream()
        .filter(group -> planned.concerns(group.tier().label()))
        .toList();
  }

  /**
   * Disturbs a pod. Doing it again has no effect on the pod that follows it, since it names the
   * pod's uid.
   *
   * @return false if the pod is gone
   */
  public boolean make(ScalabilityExperiment e, DisturbedPod pod) {
    DeleteOptions ofThisPod =
        new DeleteOptionsBuilder()
            .withNewPreconditions()
            .withUid(pod.uid())
            .endPreconditions()
            .build();
    String path =
        "/api/v1/namespaces/%s/pods/%s".formatted(e.getMetadata().getNamespace(), pod.pod());
    try {
      return client.raw(path, "DELETE", ofThisPod) != null;
    } catch (KubernetesClientException refused) {
      if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || refused.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw refused;
    }
  }

  /** Whether a pod has ended or is about to. */
  public boolean isGone(ScalabilityExperiment e, DisturbedPod pod) {
    return pods.whole(e).stream()
        .filter(one -> one.getMetadata().getUid().equals(pod.uid()))
        .allMatch(one -> one.getMetadata().getDeletionTimestamp() != null);
  }

  /** Since when all pods of a disturbance's tier are ready again; empty if they are not. */
  public Optional<Instant> back(
      ComponentContext scene, PlannedDisturbance planned, DisturbanceResult made, Instant now) {
    List<PodGroup> groups = groups(scene.configuration(), planned);
    List<Pod> ofTier =
        groups.stream()
            .flatMap(group -> pods.list(scene.experiment(), group.selector()).stream())
            .toList();
    return DisturbedPods.back(made, ofTier, groups.stream().mapToInt(PodGroup::count).sum(), now);
  }

  /** Gives replaced pods what the others were given after their start. */
  public void restore(ComponentContext scene) {
    topology.of(scene.configuration()).forEach(component -> component.restore(scene));
  }
}
