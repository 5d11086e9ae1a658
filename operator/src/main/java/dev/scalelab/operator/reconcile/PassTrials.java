package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trials that a single reconciliation has read or written whole, and summaries of the others.
 * Only the operator writes their statuses, in one reconciliation of an experiment at a time.
 */
final class PassTrials {
  private final KnownTrials known;

  /** Trials that have not ended. The others are rarely needed whole, and may be large. */
  private final Map<String, Open> open = new HashMap<>();

  private boolean current;

  /**
   * @param status the trial's status; the stored one may be absent
   */
  private record Open(ScalabilityTrial trial, ScalabilityTrialStatus status) {}

  /** Trials of a reconciliation that has read none yet. */
  PassTrials(KnownTrials known) {
    this.known = known;
  }

  /** The summaries. */
  KnownTrials known() {
    return known;
  }

  /** Keeps a trial as it is stored now. */
  void put(ScalabilityTrial trial, ScalabilityTrialStatus status) {
    known.put(trial, status);
    if (status.ended()) {
      open.remove(trial.getMetadata().getName());
    } else {
      trial.getMetadata().setManagedFields(List.of()); // not needed
      open.put(trial.getMetadata().getName(), new Open(trial, status));
    }
  }

  /** A trial does not exist. */
  void remove(String name) {
    known.remove(name);
    open.remove(name);
  }

  /** Forgets a trial before it is changed, so that it is read again if the write fails. */
  void forget(String name) {
    open.remove(name);
  }

  /** A trial that has not ended; empty if it was not read whole. */
  Optional<ScalabilityTrial> open(String name) {
    return Optional.ofNullable(open.get(name)).map(Open::trial);
  }

  /** The summaries are those of all trials. */
  void setCurrent() {
    current = true;
  }

  /** Whether the summaries are those of all trials. */
  boolean isCurrent() {
    return current;
  }

  /** Status of each trial, by name: whole if it was read whole, else its summary. */
  Map<String, ScalabilityTrialStatus> statuses() {
    Map<String, ScalabilityTrialStatus> statuses = known.statuses();
    open.forEach((name, one) -> statuses.put(name, one.status()));
    return statuses;
  }
}
