package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The trials of one experiment as a single reconciliation has read and written them. Only the
 * operator writes their statuses, in one reconciliation of an experiment at a time.
 */
final class PassTrials {
  private final Function<ScalabilityTrial, ScalabilityTrialStatus> summary;
  private final Map<String, ScalabilityTrialStatus> statuses = new LinkedHashMap<>();

  /** Trials that have not ended. The others are rarely needed whole, and may be large. */
  private final Map<String, ScalabilityTrial> open = new HashMap<>();

  private boolean listed;

  /**
   * Trials of a reconciliation that has read none yet.
   *
   * @param summary the part of a trial's status that is kept
   */
  PassTrials(Function<ScalabilityTrial, ScalabilityTrialStatus> summary) {
    this.summary = summary;
  }

  /** Keeps a trial as it is stored now. */
  void put(ScalabilityTrial trial) {
    String name = trial.getMetadata().getName();
    ScalabilityTrialStatus status = summary.apply(trial);
    statuses.put(name, status);
    if (status.ended()) {
      open.remove(name);
    } else {
      trial.getMetadata().setManagedFields(List.of()); // most of its size, and not needed
      open.put(name, trial);
    }
  }

  /** Forgets a trial before it is changed, so that it is read again if the write fails. */
  void forget(String name) {
    open.remove(name);
  }

  /** A trial that has not ended; empty if it is not known. */
  Optional<ScalabilityTrial> open(String name) {
    return Optional.ofNullable(open.get(name));
  }

  /** All trials have been read. */
  void setListed() {
    listed = true;
  }

  /** Whether all trials have been read. */
  boolean isListed() {
    return listed;
  }

  /** Status of each trial, by name. */
  Map<String, ScalabilityTrialStatus> statuses() {
    return new LinkedHashMap<>(statuses);
  }
}
