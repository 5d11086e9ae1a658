package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceSpec;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.ConcurrentRequests;
import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Chooses the pods of a disturbance, and does to them what it says. */
public final class Disturber {
  private final Topology topology;
  private final ComponentPods pods;
  private final Map<DisturbanceAction, Effect> effects;
  private final DisturbanceRights rights;
  private final HeldNodes nodes;
  private final NetworkCut network;
  private final StoredPods stored;

  Disturber(KubernetesClient client, Topology topology, ComponentPods pods) {
    this.topology = topology;
    this.pods = pods;
    this.rights = new DisturbanceRights(client);
    Clock clock = Clock.systemUTC();
    ProcessSignals signals = new ProcessSignals(client);
    this.nodes = new HeldNodes(client, clock);
    this.network = new NetworkCut(client);
    this.stored = new StoredPods(client);
    this.effects =
        Map.of(
            DisturbanceAction.DELETE_POD,
            new PodDeletion(client, null),
            DisturbanceAction.DRAIN_NODE,
            new NodeEffect(nodes, new PodEviction(client)),
            DisturbanceAction.LOSE_NODE,
            new NodeEffect(nodes, new PodDeletion(client, 0L)),
            DisturbanceAction.CUT_NETWORK,
            network,
            DisturbanceAction.KILL_CONTAINER,
            signals,
            DisturbanceAction.PAUSE_POD,
            signals,
            DisturbanceAction.SWITCHOVER,
            new PrimarySwitchover(client, clock));
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
      ScalabilityExperiment e, Configuration configuration, PlannedDisturbance planned, long seed) {
    List<PodGroup> groups = groups(configuration, planned);
    List<Pod> ofTier =
        pods.whole(e).stream()
            .filter(pod -> groups.stream().anyMatch(group -> group.selects(pod)))
            .toList();
    List<DisturbedPod> chosen = DisturbedPods.choose(planned, seed, ofTier);
    return planned.action().ofNodes() && chosen.size() == planned.pods()
        ? DisturbedPods.onNodes(planned, chosen, pods.whole(e), affected(configuration, planned))
        : chosen;
  }

  /**
   * Another experiment with a pod on a node of a disturbance, which would miss it: its own pods
   * could not return there. Only those in the same namespace are looked for.
   */
  public Optional<String> neighbour(ScalabilityExperiment e, List<DisturbedPod> chosen) {
    String namespace = e.getMetadata().getNamespace();
    return chosen.stream()
        .map(DisturbedPod::node)
        .distinct()
        .flatMap(node -> stored.ofAnother(namespace, e.getMetadata().getName(), node).stream())
        .map(
            pod ->
                "pod %s of the experiment %s is on node %s, and could not return to it"
                    .formatted(
                        pod.getMetadata().getName(),
                        pod.getMetadata().getLabels().get(Labels.EXPERIMENT),
                        pod.getSpec().getNodeName()))
        .findFirst();
  }

  private List<PodGroup> groups(Configuration configuration, PlannedDisturbance planned) {
    return topology.podGroups(configuration).stream()
        .filter(group -> planned.concerns(group.tier().label()))
        .toList();
  }

  /** The groups with pods that may end: a lost node has pods of several tiers. */
  private List<PodGroup> affected(Configuration configuration, PlannedDisturbance planned) {
    return planned.action() == DisturbanceAction.LOSE_NODE
        ? topology.podGroups(configuration).stream().filter(PodGroup::measured).toList()
        : groups(configuration, planned);
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
      Configuration configuration,
      PlannedDisturbance planned,
      List<DisturbedPod> chosen,
      String run,
      boolean again) {
    String container =
        groups(configuration, planned).stream().map(PodGroup::container).findFirst().orElseThrow();
    List<Effect.Outcome> outcomes =
        ConcurrentRequests.map(
            chosen,
            pod ->
                effects.get(planned.action()).make(target(e, container, run, planned, pod), again));
    int gone = outcomes.indexOf(Effect.Outcome.GONE);
    return new Result(
        gone < 0 ? null : chosen.get(gone).pod(),
        outcomes.stream().allMatch(one -> one == Effect.Outcome.MADE_BEFORE));
  }

  private static Effect.Target target(
      ScalabilityExperiment e,
      String container,
      String run,
      PlannedDisturbance planned,
      DisturbedPod pod) {
    return new Effect.Target(
        e.getMetadata().getNamespace(), e.getMetadata().getName(), container, run, planned, pod);
  }

  /** Ends a disturbance that does not end by itself, unless that has been done. */
  public void end(
      ScalabilityExperiment e, PlannedDisturbance planned, List<DisturbedPod> chosen, String run) {
    Effect effect = effects.get(planned.action());
    chosen.forEach(pod -> effect.end(target(e, null, run, planned, pod)));
  }

  /** Ends all disturbances of an experiment, whatever is known of its runs. */
  public void endAll(ScalabilityExperiment e) {
    String namespace = e.getMetadata().getNamespace();
    String name = e.getMetadata().getName();
    Set<DisturbanceAction> actions =
        e.getSpec().disturbances().stream()
            .map(DisturbanceSpec::action)
            .collect(Collectors.toSet());
    if (actions.contains(DisturbanceAction.CUT_NETWORK)) {
      network.endAll(namespace, name);
    }
    if (actions.stream().anyMatch(DisturbanceAction::ofNodes)) {
      nodes.releaseAll(HeldNodes.holder(namespace, name));
    }
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
      ComponentContext context, PlannedDisturbance planned, DisturbanceResult made, Instant now) {
    List<PodGroup> groups = affected(context.configuration(), planned);
    List<Pod> ofTier =
        groups.stream()
            .flatMap(group -> pods.list(context.experiment(), group.selector()).stream())
            .toList();
    return DisturbedPods.back(
        planned, made, ofTier, groups.stream().mapToInt(PodGroup::count).sum(), now);
  }

  /** Gives replaced pods what the others were given after their start. */
  public void restore(ComponentContext context) {
    topology.of(context.configuration()).forEach(component -> component.restore(context));
  }
}
