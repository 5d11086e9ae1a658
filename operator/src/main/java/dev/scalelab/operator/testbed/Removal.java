package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Pages;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Removes testbeds; load first, so that no requests are sent to terminating servers. */
final class Removal {
  private static final int NOT_FOUND = 404;

  /** Page size of lists of ConfigMaps, which may have a megabyte each. */
  private static final long PAGE = 5;

  private static final long OBJECTS = 50;

  private final KubernetesClient client;

  private final List<ResourceDefinitionContext> kinds;

  /**
   * @param kinds kinds of other operators of which testbeds have objects
   */
  Removal(KubernetesClient client, List<ResourceDefinitionContext> kinds) {
    this.client = client;
    this.kinds = kinds;
  }

  /** Selects all objects of one experiment's testbeds. Results have no tier label, and are kept. */
  private static LabelSelector selector(ScalabilityExperiment e) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.EXPERIMENT, e.getMetadata().getName())
        .addToMatchExpressions(new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
        .build();
  }

  /** Remaining objects of all testbeds of an experiment, including pods. */
  Leftover left(ScalabilityExperiment e) {
    return Leftover.of(all(e));
  }

  /** Names of the experiments in a namespace of whose testbeds anything is left. */
  Set<String> experimentsWithTestbeds(String namespace) {
    LabelSelector any =
        new LabelSelectorBuilder()
            .addToMatchExpressions(
                new LabelSelectorRequirement(Labels.EXPERIMENT, "Exists", List.of()),
                new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
            .build();
    return all(namespace, any).stream()
        .map(object -> label(object, Labels.EXPERIMENT))
        .collect(Collectors.toSet());
  }

  /** Begins to delete all testbeds of an experiment. */
  void remove(ScalabilityExperiment e) {
    delete(all(e));
  }

  /**
   * Remaining objects of testbeds that a configuration cannot use, including pods. It can use
   * databases of its own layout.
   *
   * @param ownToo whether it can use its trial's own objects
   */
  Leftover unusable(ScalabilityExperiment e, Configuration configuration, boolean ownToo) {
    return Leftover.of(select(e, configuration, ownToo));
  }

  /** Begins to delete what {@link #unusable} finds. */
  void removeUnusable(ScalabilityExperiment e, Configuration configuration, boolean ownToo) {
    delete(select(e, configuration, ownToo));
  }

  /** Objects of another experiment must not be removed, nor any of the same trial. */
  private List<HasMetadata> select(
      ScalabilityExperiment e, Configuration configuration, boolean ownToo) {
    List<HasMetadata> all = all(e);
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
                  : !foreign.contains(trial) && !(ownToo && trial.equals(configuration.name()));
            })
        .toList();
  }

  /** Pods are deleted with their controllers, and directly only when no controllers are left. */
  private void delete(List<HasMetadata> objects) {
    List<HasMetadata> makers = objects.stream().filter(object -> !(object instanceof Pod)).toList();
    (makers.isEmpty() ? objects : makers).forEach(this::delete);
  }

  private static String label(HasMetadata object, String name) {
    return object.getMetadata().getLabels().get(name);
  }

  /**
   * Objects owned by an experiment of the same name are its own, or are deleted with an earlier
   * one. Pods are not checked, since their owner is their controller.
   */
  private static boolean isOfAnother(ScalabilityExperiment e, HasMetadata object) {
    return !(object instanceof Pod)
        && object.getMetadata().getDeletionTimestamp() == null
        && object.getMetadata().getOwnerReferences().stream()
            .noneMatch(
                owner ->
                    owner.getKind().equals(e.getKind())
                        && owner.getName().equals(e.getMetadata().getName()));
  }

  /** All objects of an experiment's testbeds, including pods. */
  private List<HasMetadata> all(ScalabilityExperiment e) {
    return all(e.getMetadata().getNamespace(), selector(e));
  }

  private List<HasMetadata> all(String namespace, LabelSelector selector) {
    List<HasMetadata> all = new ArrayList<>();
    all.addAll(selected(client.batch().v1().jobs(), namespace, selector));
    all.addAll(selected(client.apps().deployments(), namespace, selector));
    all.addAll(selected(client.apps().statefulSets(), namespace, selector));
    all.addAll(selected(client.services(), namespace, selector));
    all.addAll(configMaps(namespace, selector));
    kinds.forEach(kind -> all.addAll(ofOperator(kind, namespace, selector)));
    all.addAll(selected(client.pods(), namespace, selector));
    return all;
  }

  /** In small pages and without their data: histograms may be a megabyte each. */
  private List<ConfigMap> configMaps(String namespace, LabelSelector selector) {
    List<ConfigMap> found = new ArrayList<>();
    Pages.forEach(
        PAGE,
        client.configMaps().inNamespace(namespace).withLabelSelector(selector)::list,
        map -> found.add(new ConfigMapBuilder(map).withData(null).build()));
    return found;
  }

  private static <T extends HasMetadata, L extends KubernetesResourceList<T>, R extends Resource<T>>
      List<T> selected(MixedOperation<T, L, R> kind, String namespace, LabelSelector selector) {
    List<T> found = new ArrayList<>();
    Pages.forEach(
        OBJECTS, kind.inNamespace(namespace).withLabelSelector(selector)::list, found::add);
    return found;
  }

  /** The operator may not be installed, or no longer: then there are no objects either. */
  private List<? extends HasMetadata> ofOperator(
      ResourceDefinitionContext kind, String namespace, LabelSelector selector) {
    try {
      return selected(client.genericKubernetesResources(kind), namespace, selector);
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return List.of();
      }
      throw e;
    }
  }

  private void delete(HasMetadata object) {
    if (object.getMetadata().getDeletionTimestamp() == null) {
      client.resource(object).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    }
  }
}
