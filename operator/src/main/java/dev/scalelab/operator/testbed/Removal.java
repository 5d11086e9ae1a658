package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.ConcurrentRequests;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.WatchedKind;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.platform.WatchedObjects;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Removes testbeds; load first, so that no requests are sent to terminating servers. */
final class Removal {
  private final KubernetesClient client;
  private final WatchedObjects objects;
  private final List<ResourceDefinitionContext> ofOperators;
  private final Function<HasMetadata, String> details;
  private final List<WatchedKind<?>> kinds;

  /**
   * @param kinds kinds of other operators of which testbeds have objects
   * @param details what is known of an object that is being deleted; empty if nothing
   */
  Removal(
      KubernetesClient client,
      WatchedObjects objects,
      List<ResourceDefinitionContext> kinds,
      Function<HasMetadata, String> details) {
    this.client = client;
    this.objects = objects;
    this.ofOperators = kinds;
    this.details = details;
    this.kinds = new ArrayList<>(WatchedKinds.withoutPods());
    kinds.forEach(kind -> this.kinds.add(WatchedKind.of(kind)));
    this.kinds.add(WatchedKinds.PODS); // last, since others make them
  }

  /** Selects all objects of one experiment's testbeds. Results have no tier label, and are kept. */
  private static LabelSelector selector(ScalabilityExperiment e) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.EXPERIMENT, e.getMetadata().getName())
        .addToMatchExpressions(new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
        .build();
  }

  /**
   * Remaining objects of all testbeds of an experiment, including pods. That nothing is left is
   * concluded once, so it is not believed of watches, of which one may be late.
   */
  Leftover left(ScalabilityExperiment e) {
    List<HasMetadata> seen = all(e, all -> all);
    return leftover(seen.isEmpty() ? stored(e.getMetadata().getNamespace(), selector(e)) : seen);
  }

  /** Names of the experiments in a namespace of whose testbeds anything is left. */
  Set<String> experimentsWithTestbeds(String namespace) {
    LabelSelector any =
        new LabelSelectorBuilder()
            .addToMatchExpressions(
                new LabelSelectorRequirement(Labels.EXPERIMENT, "Exists", List.of()),
                new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
            .build();
    return stored(namespace, any).stream()
        .map(object -> label(object, Labels.EXPERIMENT))
        .collect(Collectors.toSet());
  }

  /** Begins to delete all testbeds of an experiment. */
  void remove(ScalabilityExperiment e) {
    delete(e, all -> all);
  }

  /**
   * Remaining objects of testbeds that a configuration cannot use, including pods. It can use
   * databases of its own layout.
   *
   * @param keepOwn whether it can use its trial's own objects
   */
  Leftover unusable(ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    return leftover(all(e, all -> select(all, e, configuration, keepOwn)));
  }

  /** Begins to delete what {@link #unusable} finds. */
  void removeUnusable(ScalabilityExperiment e, Configuration configuration, boolean keepOwn) {
    delete(e, all -> select(all, e, configuration, keepOwn));
  }

  /** Objects of another experiment must not be removed, nor any of the same trial. */
  private List<HasMetadata> select(
      List<HasMetadata> all,
      ScalabilityExperiment e,
      Configuration configuration,
      boolean keepOwn) {
    Set<String> foreign =
        all.stream()
            .filter(object -> isOfAnother(e, object) && label(object, Labels.TRIAL) != null)
            .map(object -> label(object, Labels.TRIAL))
            .collect(Collectors.toSet());
    return all.stream()
        .filter(
            object -> {
              String trial = label(object, Labels.TRIAL);
              return trial == null
                  ? !isOfAnother(e, object)
                      && !configuration.layout().equals(label(object, Labels.LAYOUT))
                  : !foreign.contains(trial) && !(keepOwn && trial.equals(configuration.name()));
            })
        .toList();
  }

  /** The example is an object whose deletion the others wait for, with what is known about that. */
  private Leftover leftover(List<HasMetadata> objects) {
    return Leftover.of(
        objects.stream().sorted(Comparator.comparing(this::isControlled)).toList(), this::details);
  }

  private String details(HasMetadata object) {
    String known = isGoing(object) ? details.apply(object) : "";
    return known.isEmpty() ? "" : "; " + known;
  }

  /**
   * What controllers have created is deleted with its object, and directly only when the API server
   * has no such object: else they would create it again.
   */
  private void delete(ScalabilityExperiment e, UnaryOperator<List<HasMetadata>> selection) {
    List<HasMetadata> seen = all(e, selection);
    List<HasMetadata> uncontrolled = uncontrolled(seen);
    // What a ConfigMap belongs to may be of a kind that is not watched yet.
    boolean found = uncontrolled.stream().anyMatch(object -> !(object instanceof ConfigMap));
    if (!found && (seen.isEmpty() || !seen.stream().allMatch(Removal::isGoing))) {
      List<HasMetadata> stored =
          selection.apply(stored(e.getMetadata().getNamespace(), selector(e)));
      uncontrolled = uncontrolled(stored).isEmpty() ? stored : uncontrolled(stored);
    }
    List<HasMetadata> load = uncontrolled.stream().filter(Job.class::isInstance).toList();
    ConcurrentRequests.forEach(load, this::delete);
    ConcurrentRequests.forEach(
        uncontrolled.stream().filter(object -> !load.contains(object)).toList(), this::delete);
  }

  private List<HasMetadata> uncontrolled(List<HasMetadata> objects) {
    return objects.stream().filter(object -> !isControlled(object)).toList();
  }

  private static boolean isGoing(HasMetadata object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether it is a pod, or an object that another operator created for one of its own. */
  private boolean isControlled(HasMetadata object) {
    return object instanceof Pod
        || object.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> ofOperators.stream().anyMatch(kind -> isOf(kind, owner)));
  }

  private static boolean isOf(ResourceDefinitionContext kind, OwnerReference owner) {
    return owner.getKind().equals(kind.getKind())
        && owner.getApiVersion().startsWith(kind.getGroup() + "/");
  }

  private static String label(HasMetadata object, String name) {
    return object.getMetadata().getLabels().get(name);
  }

  /**
   * Objects owned by an experiment of the same name are its own, or are deleted with an earlier
   * one. What controllers have created is not checked, since its owner is another object.
   */
  private boolean isOfAnother(ScalabilityExperiment e, HasMetadata object) {
    return !isControlled(object)
        && !isGoing(object)
        && object.getMetadata().getOwnerReferences().stream()
            .noneMatch(
                owner ->
                    owner.getKind().equals(e.getKind())
                        && owner.getName().equals(e.getMetadata().getName()));
  }

  /**
   * Selected objects of an experiment's testbeds, including pods, as the watches have seen them. If
   * they have seen nothing but what others made, what is not watched is read from the API server:
   * it may be what made them. If they have seen nothing at all, the next testbed may begin: then
   * pods, possibly created just now, are read too.
   */
  private List<HasMetadata> all(
      ScalabilityExperiment e, UnaryOperator<List<HasMetadata>> selection) {
    String namespace = e.getMetadata().getNamespace();
    Map<String, String> labels = Map.of(Labels.EXPERIMENT, e.getMetadata().getName());
    List<WatchedKind<?>> unseen =
        kinds.stream().filter(kind -> !objects.follows(kind, namespace)).toList();
    List<HasMetadata> all = new ArrayList<>();
    kinds.forEach(kind -> all.addAll(objects.seen(kind, namespace, labels)));
    List<HasMetadata> selected = selection.apply(all);
    if (!uncontrolled(selected).isEmpty()) {
      return selected;
    }
    boolean nothing = selected.isEmpty();
    List<WatchedKind<?>> asked =
        kinds.stream()
            .filter(kind -> unseen.contains(kind) || nothing && kind == WatchedKinds.PODS)
            .toList();
    stored(asked, namespace, selector(e))
        .forEach(
            (kind, found) -> {
              all.addAll(found);
              if (!found.isEmpty()) {
                objects.rely(kind, namespace); // it waits until they are gone
              }
            });
    return selection.apply(all);
  }

  private List<HasMetadata> stored(String namespace, LabelSelector selector) {
    return stored(kinds, namespace, selector).values().stream().flatMap(List::stream).toList();
  }

  private Map<WatchedKind<?>, List<HasMetadata>> stored(
      List<WatchedKind<?>> kinds, String namespace, LabelSelector selector) {
    Map<WatchedKind<?>, List<HasMetadata>> stored = new LinkedHashMap<>();
    var found =
        ConcurrentRequests.map(
                kinds, kind -> List.<HasMetadata>copyOf(objects.stored(kind, namespace, selector)))
            .iterator();
    kinds.forEach(kind -> stored.put(kind, found.next()));
    return stored;
  }

  private void delete(HasMetadata object) {
    if (!isGoing(object)) {
      client.resource(object).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    }
  }
}
