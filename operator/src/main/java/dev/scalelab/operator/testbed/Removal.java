package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes testbeds away; load first, so that nothing sends requests to servers that are going. */
final class Removal {
  private static final int NOT_FOUND = 404;
  private static final long PAGE = 5;

  private final KubernetesClient client;

  Removal(KubernetesClient client) {
    this.client = client;
  }

  /** Everything of one trial but the variant's databases: Jobs, servers, balancer, suppliers. */
  static LabelSelector ofTrial(String experiment, String trial) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.EXPERIMENT, experiment)
        .addToMatchLabels(Labels.TRIAL, trial)
        .addToMatchExpressions(new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
        .build();
  }

  /** As above, of all trials of experiments of one name. */
  static LabelSelector ofTrials(String experiment) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.EXPERIMENT, experiment)
        .addToMatchExpressions(
            new LabelSelectorRequirement(Labels.TRIAL, "Exists", List.of()),
            new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
        .build();
  }

  /** Everything of one experiment's testbeds. Results carry no tier, and stay. */
  static LabelSelector ofExperiment(String experiment) {
    return new LabelSelectorBuilder()
        .addToMatchLabels(Labels.EXPERIMENT, experiment)
        .addToMatchExpressions(new LabelSelectorRequirement(Labels.TIER, "Exists", List.of()))
        .build();
  }

  /**
   * Begins to delete everything that is selected; what is on its way out already is left alone.
   * Pods go with what made them, and are deleted themselves once that is gone without them.
   */
  void remove(String namespace, LabelSelector selector) {
    List<HasMetadata> makers = new ArrayList<>();
    kinds(namespace, selector).forEach(kind -> makers.addAll(kind.get()));
    (makers.isEmpty() ? pods(namespace, selector) : makers).forEach(this::delete);
  }

  /** What is left of that which is selected, pods included. */
  Leftover left(String namespace, LabelSelector selector) {
    return Leftover.of(all(namespace, selector));
  }

  /**
   * Names of the experiment's trials of which anything is left, pods included. One is not among
   * them where an object of it was made for another experiment: that is not ours to take away.
   */
  Set<String> trialsLeft(ScalabilityExperiment e) {
    List<HasMetadata> all =
        all(e.getMetadata().getNamespace(), ofTrials(e.getMetadata().getName()));
    Set<String> left = trials(all.stream());
    left.removeAll(trials(all.stream().filter(object -> isOfAnother(e, object))));
    return left;
  }

  private static Set<String> trials(Stream<HasMetadata> objects) {
    return objects
        .map(object -> object.getMetadata().getLabels().get(Labels.TRIAL))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * What an experiment of the same name owns is its own, or goes with an earlier one that is being
   * deleted. Pods say nothing of it: they are owned by what made them.
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

  /** Everything that is selected, pods included. */
  private List<HasMetadata> all(String namespace, LabelSelector selector) {
    List<Supplier<List<? extends HasMetadata>>> all = kinds(namespace, selector);
    all.add(() -> pods(namespace, selector));
    return all.stream().<HasMetadata>flatMap(kind -> kind.get().stream()).toList();
  }

  private List<? extends HasMetadata> pods(String namespace, LabelSelector selector) {
    return selected(client.pods(), namespace, selector);
  }

  private List<Supplier<List<? extends HasMetadata>>> kinds(
      String namespace, LabelSelector selector) {
    List<Supplier<List<? extends HasMetadata>>> kinds = new ArrayList<>();
    kinds.add(() -> selected(client.batch().v1().jobs(), namespace, selector));
    kinds.add(() -> selected(client.apps().deployments(), namespace, selector));
    kinds.add(() -> selected(client.apps().statefulSets(), namespace, selector));
    kinds.add(() -> selected(client.services(), namespace, selector));
    kinds.add(() -> configMaps(namespace, selector));
    kinds.add(() -> databases(namespace, selector));
    return kinds;
  }

  /** A few at a time and without what is in them: histograms may be a megabyte each. */
  private List<ConfigMap> configMaps(String namespace, LabelSelector selector) {
    List<ConfigMap> found = new ArrayList<>();
    String next = null;
    do {
      ConfigMapList page =
          client
              .configMaps()
              .inNamespace(namespace)
              .withLabelSelector(selector)
              .list(new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
      page.getItems().forEach(map -> found.add(new ConfigMapBuilder(map).withData(null).build()));
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return found;
  }

  private static <T extends HasMetadata, L extends KubernetesResourceList<T>, R extends Resource<T>>
      List<T> selected(MixedOperation<T, L, R> kind, String namespace, LabelSelector selector) {
    return kind.inNamespace(namespace).withLabelSelector(selector).list().getItems();
  }

  /**
   * CloudNativePG may never have been there, or have been removed meanwhile: then so are its
   * Clusters.
   */
  private List<? extends HasMetadata> databases(String namespace, LabelSelector selector) {
    try {
      return selected(
          client.genericKubernetesResources(DatabaseManifest.RESOURCE), namespace, selector);
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
