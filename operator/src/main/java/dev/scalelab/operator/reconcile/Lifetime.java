package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * When an experiment began, paused and ended, as its status has it. Pure.
 *
 * @param started start of its first trial; null before
 * @param ended its end; null before
 * @param pauses its pauses; null if it was never suspended
 */
record Lifetime(String started, String ended, PauseStatus pauses) {
  private static final Duration SOONEST = Duration.ofMillis(500);

  /** One that has not started. */
  static final Lifetime NONE = new Lifetime(null, null, null);

  static Lifetime of(ScalabilityExperiment experiment) {
    ScalabilityExperimentStatus status = experiment.getStatus();
    return status == null
        ? NONE
        : new Lifetime(status.startTime(), status.completionTime(), status.pauses());
  }

  /**
   * Whether the experiment's status says that it ended; until it has started its spec may be
   * corrected.
   */
  static boolean finished(ScalabilityExperiment experiment) {
    ScalabilityExperimentStatus status = experiment.getStatus();
    if (status == null || !status.ended()) {
      return false;
    }
    boolean corrected =
        (status.phase() == Phase.REJECTED || status.startTime() == null)
            && !Objects.equals(
                status.observedGeneration(), experiment.getMetadata().getGeneration());
    return !corrected;
  }

  /** Whether its first trial has started. */
  boolean begun() {
    return started != null;
  }

  /** Whether it has started, and has no testbed until it continues. */
  boolean paused() {
    return begun() && pauses != null && pauses.since() != null;
  }

  /** Whether it may use its nodes: from its start on, except in pauses. */
  boolean holdsNodes() {
    return begun() && !paused();
  }

  /**
   * When spec.activeDeadlineSeconds is over; empty without one, before the start and in a pause.
   */
  Optional<Instant> deadline(ScalabilityExperimentSpec spec) {
    if (spec.activeDeadlineSeconds() == null || !holdsNodes()) {
      return Optional.empty();
    }
    long paused = pauses == null ? 0 : pauses.seconds();
    return Optional.of(
        Instant.parse(started).plusSeconds(spec.activeDeadlineSeconds()).plusSeconds(paused));
  }

  /** When it is deleted; empty if it is kept or has not ended. */
  Optional<Instant> expiry(ScalabilityExperimentSpec spec) {
    return spec.ttlSecondsAfterFinished() == null || ended == null
        ? Optional.empty()
        : Optional.of(Instant.parse(ended).plusSeconds(spec.ttlSecondsAfterFinished()));
  }

  /** The time until the next of these; empty if there is none. */
  static Optional<Duration> untilNext(ScalabilityExperiment experiment, Instant now) {
    Lifetime lifetime = of(experiment);
    Optional<Instant> next =
        finished(experiment)
            ? lifetime.expiry(experiment.getSpec())
            : lifetime.deadline(experiment.getSpec());
    return next.map(at -> Duration.between(now, at))
        .map(left -> left.compareTo(SOONEST) < 0 ? SOONEST : left);
  }
}
