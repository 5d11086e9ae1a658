package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.WatchedObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Summaries of the trials of experiments that have not ended, which are kept between
 * reconciliations while a watch reports all changes.
 */
final class WatchedTrials {
  /** By the experiment's uid. */
  private final Map<String, TrialCache> known = RecentlySeen.map();

  private final Map<String, BooleanSupplier> watches = new ConcurrentHashMap<>();
  private volatile WatchedObjects.Listener listener = (namespace, experiment) -> {};

  /**
   * A watch of all trials in a namespace.
   *
   * @param follows whether it has begun to report changes and goes on
   */
  void watched(String namespace, BooleanSupplier follows) {
    watches.put(namespace, follows);
  }

  /** Is called for changes that the operator has not made itself. */
  void listen(WatchedObjects.Listener others) {
    listener = others;
  }

  /** The watch has reported a trial that exists. */
  void noticed(ScalabilityTrial trial) {
    boolean other = false;
    for (TrialCache known : ofOwners(trial)) {
      other |= known.noticed(trial);
    }
    if (other) {
      notifyOwners(trial);
    }
  }

  private void notifyOwners(ScalabilityTrial trial) {
    trial
        .getMetadata()
        .getOwnerReferences()
        .forEach(owner -> listener.changed(trial.getMetadata().getNamespace(), owner.getName()));
  }

  /** The watch has reported that a trial was deleted, possibly only with its name. */
  void gone(ScalabilityTrial trial) {
    ofOwners(trial).forEach(known -> known.gone(trial));
    notifyOwners(trial);
    all().stream().filter(known -> known.has(trial)).forEach(known -> known.gone(trial));
  }

  private List<TrialCache> ofOwners(ScalabilityTrial trial) {
    return trial.getMetadata().getOwnerReferences().stream()
        .map(owner -> known.get(owner.getUid()))
        .filter(Objects::nonNull)
        .toList();
  }

  private List<TrialCache> all() {
    synchronized (known) {
      return List.copyOf(known.values());
    }
  }

  /**
   * What is known of an experiment's trials: nothing without a watch. It is kept before the trials
   * are listed, so that no change is missed that is reported meanwhile.
   */
  TrialCache of(ScalabilityExperiment experiment) {
    BooleanSupplier follows = watches.get(experiment.getMetadata().getNamespace());
    if (follows != null && follows.getAsBoolean()) {
      return known.computeIfAbsent(
          experiment.getMetadata().getUid(), experimentUid -> new TrialCache());
    }
    forget(experiment);
    return new TrialCache();
  }

  /** The experiment has ended or was deleted. */
  void forget(HasMetadata experiment) {
    known.remove(experiment.getMetadata().getUid());
  }
}
