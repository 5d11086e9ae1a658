package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.Events;
import dev.scalelab.operator.platform.NotOwnedException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the pods of components, and their readiness with its reason. */
public final class ComponentPods {
  private final KubernetesClient client;
  private final Events events;
  private final EndedContainers ended;

  public ComponentPods(KubernetesClient client, Events events) {
    this.client = client;
    this.events = events;
    this.ended = new EndedContainers(client);
  }

  /** Pods of an experiment with these labels. */
  public List<Pod> list(ScalabilityExperiment e, Map<String, String> labels) {
    return client
        .pods()
        .inNamespace(e.getMetadata().getNamespace())
        .withLabels(labels)
        .list()
        .getItems();
  }

  /**
   * Whether the pods of a group are ready.
   *
   * @param maker their StatefulSet or Deployment
   * @param wanted how many have to be
   * @param unready message while they are not; a format of the numbers of ready and of wanted pods
   */
  public Readiness readiness(
      ScalabilityExperiment e,
      PodGroup group,
      Resource<? extends HasMetadata> maker,
      Reason reason,
      int wanted,
      String unready) {
    HasMetadata found = maker.get();
    return notOwned(e, found, reason)
        .orElseGet(
            () ->
                new PodsReadiness(
                        () -> ended.withLastWords(list(e, group.selector())), events::latest)
                    .of(found, reason, wanted, unready));
  }

  /** The state of databases from what CloudNativePG has created for them. */
  DatabaseStates databases() {
    return new DatabaseStates(client, events, ended);
  }

  /**
   * An object of an earlier experiment of the same name is being deleted; any other object of its
   * name blocks the deployment until the deadline.
   */
  static Optional<Readiness> notOwned(ScalabilityExperiment e, HasMetadata object, Reason reason) {
    return object == null || object.hasOwnerReferenceFor(e)
        ? Optional.empty()
        : Optional.of(Readiness.waiting(reason, NotOwnedException.words(object)));
  }
}
