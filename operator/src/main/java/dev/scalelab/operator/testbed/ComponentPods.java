package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedKind;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.platform.WatchedObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the pods of components, and their readiness with its reason. */
public final class ComponentPods {
  private final WatchedObjects objects;
  private final WarningReader events;
  private final EndedContainers ended;

  public ComponentPods(KubernetesClient client, WarningReader events, WatchedObjects objects) {
    this.objects = objects;
    this.events = events;
    this.ended = new EndedContainers(client);
  }

  /** Pods of an experiment with these labels, reduced to what readiness depends on. */
  public List<Pod> list(ScalabilityExperiment e, Map<String, String> labels) {
    return objects.list(WatchedKinds.PODS, e.getMetadata().getNamespace(), labels);
  }

  /** All pods of an experiment, with everything that they have, from the API server. */
  List<Pod> whole(ScalabilityExperiment e) {
    return objects.stored(
        WatchedKinds.PODS,
        e.getMetadata().getNamespace(),
        Map.of(Labels.EXPERIMENT, e.getMetadata().getName()));
  }

  /** An object of a testbed, without most of its spec; null if there is none. */
  public <T extends HasMetadata> T object(
      WatchedKind<T> kind, ComponentContext context, String name) {
    return objects.get(kind, context.namespace(), name);
  }

  /**
   * Whether the pods of a group are ready.
   *
   * @param workload their StatefulSet or Deployment; null if it is absent
   * @param wanted how many have to be
   * @param unready message while they are not; a format of the numbers of ready and of wanted pods
   */
  public Readiness readiness(
      ScalabilityExperiment e,
      PodGroup group,
      HasMetadata workload,
      Reason reason,
      int wanted,
      String unready) {
    return notOwned(e, workload, reason)
        .orElseGet(() -> readiness(e, group).of(workload, reason, wanted, unready));
  }

  /** The readiness of the pods of a group, whatever creates them. */
  PodsReadiness readiness(ScalabilityExperiment e, PodGroup group) {
    return new PodsReadiness(() -> ended.withLogTail(list(e, group.selector())), events::latest);
  }

  /** The latest warning event about an object. */
  Optional<WarningReader.Warning> latestWarning(HasMetadata object) {
    return events.latest(object);
  }

  /** A state that an operator reports of its object, with the latest warning about that. */
  String withWarning(String state, HasMetadata object) {
    return state + latestWarning(object).map(warning -> ": " + warning.message()).orElse("");
  }

  /** The StatefulSet of that name, with all of its spec, from the API server; null if absent. */
  StatefulSet whole(String namespace, String name) {
    return objects.stored(WatchedKinds.STATEFUL_SETS, namespace, name);
  }

  /** The state of databases from what CloudNativePG has created for them. */
  DatabaseStates databases() {
    return new DatabaseStates(objects, events, ended);
  }

  /**
   * An object of an earlier experiment of the same name is being deleted; any other object of its
   * name blocks the deployment until the deadline.
   */
  static Optional<Readiness> notOwned(ScalabilityExperiment e, HasMetadata object, Reason reason) {
    return object == null || object.hasOwnerReferenceFor(e)
        ? Optional.empty()
        : Optional.of(Readiness.waiting(reason, NotOwnedException.message(object)));
  }
}
