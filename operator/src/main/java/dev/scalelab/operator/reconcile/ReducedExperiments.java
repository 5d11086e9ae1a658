package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;

/**
 * Keeps experiments without the record of who set which field, and without kubectl's copy of the
 * manifest: they are larger than the rest, and hundreds of experiments may wait.
 */
public class ReducedExperiments extends BasicItemStore<ScalabilityExperiment> {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  public ReducedExperiments() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public ScalabilityExperiment put(String key, ScalabilityExperiment experiment) {
    ObjectMeta metadata = experiment.getMetadata();
    metadata.setManagedFields(List.of());
    Map<String, String> annotations = metadata.getAnnotations();
    if (annotations != null) {
      annotations.remove(LAST_APPLIED);
    }
    return super.put(key, experiment);
  }
}
