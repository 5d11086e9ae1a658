package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.NotOwnedException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.function.UnaryOperator;

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
   * Changes the stored histograms.
   *
   * @param owner the trial that they belong to
   * @param change gets the stored histograms, or an empty map
   * @throws NotOwnedException when a ConfigMap of this name exists that the owner does not own
   */
  void store(
      ScalabilityExperiment experiment,
      OwnerReference owner,
      String name,
      UnaryOperator<Map<String, String>> change) {
    String namespace = experiment.getMetadata().getNamespace();
    ConfigMap present = get(namespace, name);
    if (present != null && !present.hasOwnerReferenceFor(owner.getUid())) {
      throw new NotOwnedException(present);
    }
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .withLabels(Labels.of(experiment.getMetadata().getName()))
            .withOwnerReferences(owner)
            .endMetadata()
            .withData(change.apply(data(present)))
            .build();
    client.resource(map).forceConflicts().serverSideApply();
  }

  private ConfigMap get(String namespace, String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }
}
