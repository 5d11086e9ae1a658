package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.ComponentState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** When an experiment is reconciled again, unless it is woken before. */
final class NextLook {
  private static final Duration UNTIL_ALL_ARE_KNOWN = Duration.ofSeconds(1);
  private static final Duration UNTIL_STATUS_IS_SEEN = Duration.ofMillis(100);

  private static final Duration AFTER_NO_LABEL = Duration.ofMinutes(1);
  private static final Duration OF_THE_FIRST = Duration.ofSeconds(5);

  /** One that is woken by what it waits for looks by itself for its deadlines, and to be sure. */
  private static final Duration UNLESS_WOKEN = Duration.ofSeconds(5);

  private final Neighbours neighbours;
  private final Predicate<ScalabilityExperiment> woken;
  private final Clock clock;
  private final Pace pace;

  /**
   * @param woken whether an experiment is woken when an object of its testbed changes
   */
  NextLook(
      Neighbours neighbours,
      Predicate<ScalabilityExperiment> woken,
      Clock clock,
      LongSupplier nanoTime) {
    this.neighbours = neighbours;
    this.woken = woken;
    this.clock = clock;
    this.pace = new Pace(nanoTime);
  }

  /**
   * The time until one that has not started may look; empty if it may now. While not all others are
   * known it would have to ask for them; and those that are measured have priority.
   */
  Optional<Duration> postponed(ScalabilityExperiment experiment, boolean othersAreKnown) {
    if (Queue.started(experiment)) {
      return Optional.empty();
    }
    if (!othersAreKnown) {
      return Optional.of(UNTIL_ALL_ARE_KNOWN);
    }
    return hasLooked(experiment) || neighbours.started() == 0 || pace.allows()
        ? Optional.empty()
        : Optional.of(Patience.untilAllowed(experiment, neighbours.waiting()));
  }

  /** Those that wait already are woken, or look after a time of their own. */
  private static boolean hasLooked(ScalabilityExperiment experiment) {
    return experiment.getStatus() != null
        && Objects.equals(
            experiment.getStatus().observedGeneration(), experiment.getMetadata().getGeneration());
  }

  /** While the cluster does not allow any experiment. */
  Duration whileNothingIsPossible(ScalabilityExperiment experiment) {
    return Patience.untilNextLook(experiment, neighbours.waiting());
  }

  /** After a step, and not later than its deadline or its expiry; null if that is not needed. */
  Duration after(ScalabilityExperiment experiment, Observed observed, NextStep step) {
    Duration look = afterStep(experiment, observed, step);
    return Lifetime.untilNext(experiment, clock.instant())
        .filter(next -> look == null || next.compareTo(look) < 0)
        .orElse(look);
  }

  private Duration afterStep(ScalabilityExperiment experiment, Observed observed, NextStep step) {
    if (step instanceof NextStep.AwaitCluster await) {
      return whileItWaits(experiment, observed, await.violations());
    }
    neighbours.waitsForNothingElse(experiment);
    if (step instanceof NextStep.Idle && !Settled.possible(experiment)) {
      return UNTIL_STATUS_IS_SEEN; // its status is of an older spec, and is written now
    }
    if (step instanceof NextStep.Idle && Settled.expires(experiment)) {
      return null; // its expiry is its next look
    }
    if (step instanceof NextStep.Idle && !Settled.labelled(experiment)) {
      return AFTER_NO_LABEL; // with the label it is not reconciled again
    }
    if (step instanceof NextStep.AwaitComponent await) {
      Waiting waiting = observed.trials().get(await.configuration().name()).waiting();
      Instant since = waiting == null ? clock.instant() : Instant.parse(waiting.since());
      Duration look =
          Patience.untilNextLookAtPart(
              Duration.between(since, clock.instant()), neighbours.started());
      return isWatched(observed, await) ? unlessWoken(experiment, observed, look) : look;
    }
    if (step instanceof NextStep.Collect collect && collect.loaded()) {
      return Observed.running(observed.trials().get(collect.configuration().name()))
          .map(run -> DisturbanceDecision.nextLook(run, clock.instant(), step.requeueAfter()))
          .orElse(step.requeueAfter());
    }
    return step.waitsForObjects()
        ? unlessWoken(experiment, observed, step.requeueAfter())
        : step.requeueAfter();
  }

  private Duration unlessWoken(ScalabilityExperiment experiment, Observed observed, Duration look) {
    return !observed.unreported() && woken.test(experiment) && look.compareTo(UNLESS_WOKEN) < 0
        ? UNLESS_WOKEN
        : look;
  }

  private static boolean isWatched(Observed observed, NextStep.AwaitComponent step) {
    return observed.testbed().components().stream()
        .filter(component -> component.name().equals(step.part()))
        .allMatch(ComponentState::watched);
  }

  /** One that would be next asked the API server: it waits for what nobody watches. */
  private Duration whileItWaits(
      ScalabilityExperiment experiment, Observed observed, List<Violation> missing) {
    if (Patience.isCostly(missing)) {
      return Patience.untilNextCostlyLook(
          experiment, neighbours.waitingForOtherThings(), neighbours.waitsFor(experiment, missing));
    }
    neighbours.waitsForNothingElse(experiment);
    return observed.asked() && missing.get(0).reason() == Reason.QUEUED
        ? OF_THE_FIRST
        : Patience.untilNextLook(experiment, neighbours.waiting());
  }
}
