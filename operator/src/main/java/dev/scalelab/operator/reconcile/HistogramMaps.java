package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.HistogramStore;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.NotOwnedException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;

/** The ConfigMaps with the histograms of runs, one for each run. */
@ApplicationScoped
public class HistogramMaps {
  private final KubernetesClient client;

  public HistogramMaps(KubernetesClient client) {
    this.client = client;
  }

  /** The data stored under a name; empty if the name is null, or there is no such ConfigMap. */
  Map<String, String> read(String namespace, String name) {
    return data(name == null ? null : get(namespace, name));
  }

  private static Map<String, String> data(ConfigMap map) {
    return map == null || map.getData() == null ? Map.of() : map.getData();
  }

  /**
   * Adds the histograms of steps.
   *
   * @param owner the trial that they belong to
   * @throws NotOwnedException when a ConfigMap of this name exists that the owner does not own
   */
  void add(
      ScalabilityExperiment experiment,
      OwnerReference owner,
      String name,
      List<LoadRecord.Step> steps) {
    String namespace = experiment.getMetadata().getNamespace();
    ConfigMap present = get(namespace, name);
    if (present != null && !present.hasOwnerReferenceFor(owner.getUid())) {
      throw new NotOwnedException(present);
    }
    Map<String, String> stored = data(present);
    Map<String, String> data = with(stored, steps);
    if (present != null && data.equals(stored)) {
      return; // an operator that was killed before it recorded the steps has stored them
    }
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .withLabels(Labels.of(experiment.getMetadata().getName()))
            .withOwnerReferences(owner)
            .endMetadata()
            .withData(data)
            .build();
    client.resource(map).forceConflicts().serverSideApply();
  }

  private static Map<String, String> with(
      Map<String, String> present, List<LoadRecord.Step> steps) {
    Map<String, String> data = present;
    for (LoadRecord.Step step : steps) {
      data = with(data, step);
    }
    return data;
  }

  /** A step whose histogram is damaged is no measurement; {@link RunMerge} ignores it too. */
  private static Map<String, String> with(Map<String, String> data, LoadRecord.Step step) {
    try {
      return HistogramStore.with(data, step);
    } catch (IllegalArgumentException e) {
      return data;
    }
  }

  private ConfigMap get(String namespace, String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }
}
