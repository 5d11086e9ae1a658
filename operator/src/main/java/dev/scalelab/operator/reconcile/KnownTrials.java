package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Summaries of an experiment's trials as they were last read or written, and the names of those
 * that the watch has reported to be different since. A summary is used to select the next trial and
 * for the report; the selected trial itself is always read from the API server.
 */
final class KnownTrials {
  private final Map<String, Known> trials = new LinkedHashMap<>();

  /** Most testbeds of an experiment have the same images: each list of them is kept once. */
  private final Map<List<PodPlacement>, List<PodPlacement>> images = new HashMap<>();

  /** The version that the watch has last reported of each trial that has to be read again. */
  private final Map<String, String> changed = new HashMap<>();

  private boolean listed;

  private record Known(String resourceVersion, ScalabilityTrialStatus summary) {}

  /** Keeps the summary of a trial as it is stored now. */
  synchronized void put(ScalabilityTrial trial, ScalabilityTrialStatus status) {
    ScalabilityTrialStatus summary =
        status.summary(found -> images.computeIfAbsent(found, Function.identity()));
    trials.put(name(trial), new Known(version(trial), summary));
    changed.remove(name(trial), version(trial));
  }

  /** The trial does not exist. */
  synchronized void remove(String name) {
    trials.remove(name);
  }

  /**
   * The watch has reported a trial. The version may also be earlier than the known one: it is then
   * read once more than necessary.
   */
  synchronized void noticed(ScalabilityTrial trial) {
    Known known = trials.get(name(trial));
    if (known == null || !known.resourceVersion().equals(version(trial))) {
      changed.put(name(trial), version(trial));
    }
  }

  /** The watch has reported that a trial was deleted. */
  synchronized void gone(ScalabilityTrial trial) {
    changed.put(name(trial), "deleted at " + version(trial));
  }

  /** Whether a trial of this name is known; one of another namespace is read in vain. */
  synchronized boolean has(ScalabilityTrial trial) {
    return trials.containsKey(name(trial));
  }

  /** Names of the trials that have to be read again. */
  synchronized Set<String> changed() {
    return Set.copyOf(changed.keySet());
  }

  /** The version that the watch has last reported of a trial that has to be read; else null. */
  synchronized String reported(String name) {
    return changed.get(name);
  }

  /** A trial was read after this version was reported; a later one is read again. */
  synchronized void done(String name, String reported) {
    changed.remove(name, reported);
  }

  /** All trials are about to be read. */
  synchronized void clear() {
    trials.clear();
    listed = false;
  }

  /** All trials have been read. */
  synchronized void setListed() {
    listed = true;
  }

  /** Whether all trials have been read. */
  synchronized boolean isListed() {
    return listed;
  }

  /** Summary of each trial, by name. */
  synchronized Map<String, ScalabilityTrialStatus> statuses() {
    Map<String, ScalabilityTrialStatus> statuses = new LinkedHashMap<>();
    trials.forEach((name, known) -> statuses.put(name, known.summary()));
    return statuses;
  }

  private static String name(ScalabilityTrial trial) {
    return trial.getMetadata().getName();
  }

  private static String version(ScalabilityTrial trial) {
    return trial.getMetadata().getResourceVersion();
  }
}
