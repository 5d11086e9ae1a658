package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.UnreadableException;
import dev.scalelab.operator.platform.Labels;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;

/** Reads trials from the API server: one whole, or summaries of all. */
final class TrialReader {
  private static final int LONGEST_LABEL_VALUE = 63;

  /** Page size of lists: a trial may have a megabyte, and the operator's heap is small. */
  private static final long PAGE = 5;

  private final KubernetesClient client;

  TrialReader(KubernetesClient client) {
    this.client = client;
  }

  /** Brings the summaries up to date. */
  void update(ScalabilityExperiment experiment, TrialCache cache) {
    if (experiment.getMetadata().getName().length() > LONGEST_LABEL_VALUE) {
      return; // it has no trials: names of their objects would be too long
    }
    if (cache.isListed()) {
      cache.changed().forEach(name -> read(experiment, cache, name));
    } else {
      list(experiment, cache);
    }
  }

  private void list(ScalabilityExperiment experiment, TrialCache cache) {
    cache.clear();
    String next = null;
    do {
      KubernetesResourceList<ScalabilityTrial> page = page(experiment, next);
      page.getItems().stream()
          .filter(trial -> trial.hasOwnerReferenceFor(experiment))
          .forEach(trial -> cache.putSummary(trial, status(trial)));
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    cache.setListed();
  }

  private KubernetesResourceList<ScalabilityTrial> page(
      ScalabilityExperiment experiment, String next) {
    return client
        .resources(ScalabilityTrial.class)
        .inNamespace(experiment.getMetadata().getNamespace())
        .withLabel(Labels.EXPERIMENT, experiment.getMetadata().getName())
        .list(new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
  }

  /** Reads a trial whole; it may not exist. */
  void read(ScalabilityExperiment experiment, TrialCache cache, String name) {
    String reported = cache.reported(name);
    ScalabilityTrial trial = resource(experiment, name).get();
    if (trial != null && trial.hasOwnerReferenceFor(experiment)) {
      cache.put(trial, status(trial));
    } else {
      cache.remove(name);
    }
    cache.done(name, reported);
  }

  /**
   * A trial's status.
   *
   * @throws UnreadableException when it was stored by another version of the operator
   */
  static ScalabilityTrialStatus status(ScalabilityTrial trial) {
    trial
        .unreadable()
        .ifPresent(
            reason -> {
              throw new UnreadableException(
                  "ScalabilityTrial %s: %s".formatted(trial.getMetadata().getName(), reason));
            });
    return trial.getStatus() == null
        ? ScalabilityTrialStatus.begun(trial.getMetadata().getCreationTimestamp())
        : trial.getStatus();
  }

  /** A trial by its name. */
  Resource<ScalabilityTrial> resource(ScalabilityExperiment experiment, String name) {
    return client
        .resources(ScalabilityTrial.class)
        .inNamespace(experiment.getMetadata().getNamespace())
        .withName(name);
  }
}
