package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ConcurrentRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chooses the pods of a disturbance, and does to them what it says. */
public final class Disturber {
  private final Topology topology;
  private final ComponentPods pods;
  private final Map<DisturbanceAction, Effect> effects;
  private final DisturbanceRights rights;

  Disturber(KubernetesClient client, Topology topology, ComponentPods pods) {
    this.topology = topology;
    this.pods = pods;
    this.rights = new DisturbanceRights(client);
    ProcessSignals signals = new ProcessSignals(client);
    this.effects =
        Map.of(
            DisturbanceAction.DELETE_POD,
            new PodDeletion(client),
            DisturbanceAction.KILL_CONTAINER,
            signals,
            DisturbanceAction.PAUSE_POD,
            signals,
            DisturbanceAction.SWITCHOVER,
            new PrimarySwitchover(client, Clock.systemUTC()));
  }

  /** The disturbances of an experiment that the operator has no right to make. */
  public List<Violation> missingRights(ScalabilityExperiment e) {
    return rights.missing(e);
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
   * Disturbs pods, each unless that has been done.
   *
   * @param run name of the run
   * @param again whether an operator has begun before
   * @return when that was for all of them
   */
  public Result make(
      ScalabilityExperiment e,
      Configuration t,
      PlannedDisturbance planned,
      List<DisturbedPod> chosen,
      String run,
      boolean again) {
    String container =
        groups(t, planned).stream().map(PodGroup::container).findFirst().orElseThrow();
    String namespace = e.getMetadata().getNamespace();
    List<Effect.Outcome> outcomes =
        ConcurrentRequests.map(
            chosen,
            pod ->
                effects
                    .get(planned.action())
                    .make(new Effect.Target(namespace, container, run, planned, pod), again));
    int gone = outcomes.indexOf(Effect.Outcome.GONE);
    return new Result(
        gone < 0 ? null : chosen.get(gone).pod(),
        outcomes.stream().allMatch(one -> one == Effect.Outcome.MADE_BEFORE));
  }

  /**
   * What became of a disturbance.
   *
   * @param gone name of a pod that was gone already; null if none was
   * @param before whether all of it was made by an operator before
   */
  public record Result(String gone, boolean before) {}

  /** Since when all pods of a disturbance's tier are ready again; empty if they are not. */
  public Optional<Instant> back(
      ComponentContext scene, PlannedDisturbance planned, DisturbanceResult made, Instant now) {
    List<PodGroup> groups = groups(scene.configuration(), planned);
    List<Pod> ofTier =
        groups.stream()
            .flatMap(group -> pods.list(scene.experiment(), group.selector()).stream())
            .toList();
    return DisturbedPods.back(
        planned, made, ofTier, groups.stream().mapToInt(PodGroup::count).sum(), now);
  }

  /** Gives replaced pods what the others were given after their start. */
  public void restore(ComponentContext scene) {
    topology.of(scene.configuration()).forEach(component -> component.restore(scene));
  }
}
