package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Experiments on which nothing is left to do have a label, and the operator neither watches nor
 * reads them: those that are kept for their results cost nothing. A change of the spec takes the
 * label away.
 */
@ApplicationScoped
public class Settled {
  /** Selects the experiments on which something may be left to do. */
  static final String OTHERS = "!" + Labels.SETTLED;

  private static final Logger LOG = Logger.getLogger(Settled.class);
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  /** Gone, or changed meanwhile: then the label is decided again. */
  private static final Set<Integer> GONE_OR_CHANGED = Set.of(404, 409);

  private final KubernetesClient client;

  public Settled(KubernetesClient client) {
    this.client = client;
  }

  /** Whether it has the label. */
  static boolean labelled(ScalabilityExperiment experiment) {
    Map<String, String> labels = experiment.getMetadata().getLabels();
    return labels != null && labels.containsKey(Labels.SETTLED);
  }

  /**
   * Whether it may have the label: its status says that it ended, and its spec is that of the
   * status. A copied manifest of an ended experiment has the label, and no status.
   */
  static boolean possible(ScalabilityExperiment experiment) {
    if (!Lifetime.finished(experiment) || experiment.isMarkedForDeletion()) {
      return false;
    }
    Long observed = experiment.getStatus().observedGeneration();
    return observed == null || observed.equals(experiment.getMetadata().getGeneration());
  }

  /** Whether it is deleted some time after its end: until then it is looked at. */
  static boolean expires(ScalabilityExperiment experiment) {
    return experiment.getSpec() != null
        && Lifetime.of(experiment).expiry(experiment.getSpec()).isPresent();
  }

  /** Adds the label. */
  void settle(ScalabilityExperiment experiment) {
    if (!labelled(experiment) && possible(experiment) && !expires(experiment)) {
      label(experiment, "true");
    }
  }

  /** Takes the label away if the experiment may not have it, so that it is reconciled again. */
  void check(ScalabilityExperiment experiment) {
    if (labelled(experiment)
        && (!possible(experiment) || expires(experiment))
        && !experiment.isMarkedForDeletion()) {
      label(experiment, null);
    }
  }

  /**
   * Only if the experiment was not changed since it was read. Without the label it costs more, and
   * nothing else is wrong, so a refusal is only logged.
   */
  private void label(ScalabilityExperiment experiment, String value) {
    Map<String, String> label = new HashMap<>();
    label.put(Labels.SETTLED, value);
    Map<String, Object> metadata =
        Map.of("resourceVersion", experiment.getMetadata().getResourceVersion(), "labels", label);
    try {
      client
          .resources(ScalabilityExperiment.class)
          .inNamespace(experiment.getMetadata().getNamespace())
          .withName(experiment.getMetadata().getName())
          .patch(MERGE, client.getKubernetesSerialization().asJson(Map.of("metadata", metadata)));
    } catch (KubernetesClientException e) {
      if (!GONE_OR_CHANGED.contains(e.getCode())) {
        String name = experiment.getMetadata().getName();
        LOG.warnf("%s: the label %s was not changed: %s", name, Labels.SETTLED, e.getMessage());
      }
    }
  }
}
