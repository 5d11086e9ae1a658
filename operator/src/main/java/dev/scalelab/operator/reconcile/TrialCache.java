package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.platform.Versions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An experiment's trials as the operator last read or wrote them, and the names of those that the
 * watch has reported to be different since: whole while they have not ended, else summaries. Only
 * the operator writes their statuses, in one reconciliation of an experiment at a time, so that
 * what it wrote last is what is stored, unless the watch reports another version.
 */
final class TrialCache {
  private final Map<String, Known> trials = new LinkedHashMap<>();

  /** Trials that have not ended. The others are rarely needed whole, and may be large. */
  private final Map<String, Open> open = new HashMap<>();

  /** Most testbeds of an experiment have the same images: each list of them is kept once. */
  private final Map<List<PodPlacement>, List<PodPlacement>> images = new HashMap<>();

  /** The version that the watch has last reported of each trial that has to be read again. */
  private final Map<String, String> changed = new HashMap<>();

  private boolean listed;
  private boolean current;

  private record Known(String resourceVersion, ScalabilityTrialStatus summary) {}

  /**
   * @param status the trial's status; the stored one may be absent
   */
  private record Open(ScalabilityTrial trial, ScalabilityTrialStatus status) {}

  /**
   * A reconciliation begins. Until its end a trial is not read again, even if it is changed
   * meanwhile: then its status is not overwritten, and the next reconciliation decides again.
   */
  synchronized void begin() {
    current = false;
    open.keySet().removeAll(changed.keySet());
  }

  /** Keeps a trial as it is stored now. */
  synchronized void put(ScalabilityTrial trial, ScalabilityTrialStatus status) {
    ScalabilityTrialStatus summary =
        status.summary(found -> images.computeIfAbsent(found, Function.identity()));
    trials.put(name(trial), new Known(version(trial), summary));
    changed.computeIfPresent(
        name(trial), (name, seen) -> Versions.isLater(seen, version(trial)) ? seen : null);
    if (status.ended()) {
      open.remove(name(trial));
    } else {
      trial.getMetadata().setManagedFields(List.of()); // not needed
      open.put(name(trial), new Open(trial, status));
    }
  }

  /** Keeps the summary of a trial that was listed. */
  synchronized void putSummary(ScalabilityTrial trial, ScalabilityTrialStatus status) {
    put(trial, status);
    open.remove(name(trial));
  }

  /** The trial does not exist. */
  synchronized void remove(String name) {
    trials.remove(name);
    open.remove(name);
  }

  /** Forgets a trial before it is changed, so that it is read again if the write fails. */
  synchronized void forget(String name) {
    open.remove(name);
  }

  /** A trial that has not ended; empty if it has to be read. */
  synchronized Optional<ScalabilityTrial> open(String name) {
    return Optional.ofNullable(open.get(name)).map(Open::trial);
  }

  /**
   * The watch has reported a trial.
   *
   * @return whether it is not as the operator last read or wrote it
   */
  synchronized boolean noticed(ScalabilityTrial trial) {
    Known known = trials.get(name(trial));
    boolean other = known == null || Versions.isLater(version(trial), known.resourceVersion());
    if (other) {
      changed.put(name(trial), version(trial));
    }
    return other;
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
    open.clear();
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

  /** The summaries are those of all trials, for this reconciliation. */
  synchronized void setCurrent() {
    current = true;
  }

  /** Whether the summaries are those of all trials. */
  synchronized boolean isCurrent() {
    return current;
  }

  /** Status of each trial, by name: whole if it was read whole, else its summary. */
  synchronized Map<String, ScalabilityTrialStatus> statuses() {
    Map<String, ScalabilityTrialStatus> statuses = new LinkedHashMap<>();
    trials.forEach((name, known) -> statuses.put(name, known.summary()));
    open.forEach((name, one) -> statuses.put(name, one.status()));
    return statuses;
  }

  private static String name(ScalabilityTrial trial) {
    return trial.getMetadata().getName();
  }

  private static String version(ScalabilityTrial trial) {
    return trial.getMetadata().getResourceVersion();
  }
}
