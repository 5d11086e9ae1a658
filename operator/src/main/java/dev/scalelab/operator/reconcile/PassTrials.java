package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The trials of one experiment as a single reconciliation has read and written them. Only the
 * operator writes their statuses, and it reconciles an experiment once at a time.
 */
final class PassTrials {
  private final Function<ScalabilityTrial, ScalabilityTrialStatus> summary;
  private final Map<String, ScalabilityTrialStatus> statuses = new LinkedHashMap<>();

  /** Trials that have not ended: the others are not changed any more, and may be large. */
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
      open.put(name, trial);
    }
  }

  /** Forgets a trial before it is changed: a write that fails leaves it unknown. */
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
