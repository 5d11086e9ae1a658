package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides when a planned disturbance of the running run is prepared and made. Its pods are chosen
 * and recorded before, so that at its moment only one request is left, and whoever continues after
 * a kill of the operator disturbs the same pods, and no others.
 */
final class DisturbanceDecision {
  /** Its pods are chosen this long before. */
  static final Duration PREPARED_BEFORE = Duration.ofSeconds(4);

  /** Nothing else is begun this short before: it could take longer. */
  static final Duration CALM_BEFORE = Duration.ofMillis(700);

  /** What an operator has begun is looked after for this long after the end of its step. */
  static final Duration UNCERTAIN = Duration.ofSeconds(60);

  private DisturbanceDecision() {}

  /** The next step of the first disturbance that needs one now; empty if none does. */
  static Optional<NextStep> of(Configuration configuration, RunResult run, Instant now) {
    return pending(run)
        .flatMap(planned -> step(configuration, run, planned, now).stream())
        .findFirst();
  }

  /** When a disturbance needs its next step; no later than a look that is planned anyway. */
  static Duration nextLook(RunResult run, Instant now, Duration otherwise) {
    return Stream.concat(
            pending(run).map(planned -> untilNext(run, planned, now)),
            lasting(run).map(end -> between(now, end)))
        .filter(until -> until.compareTo(otherwise) < 0)
        .min(Duration::compareTo)
        .orElse(otherwise);
  }

  /** Those that are not over, in the order in which they are due; none before the load starts. */
  private static Stream<PlannedDisturbance> pending(RunResult run) {
    return run.startedAt() == null || run.plan() == null
        ? Stream.empty()
        : run.plan().planned().stream()
            .filter(
                planned ->
                    run.disturbance(planned.name())
                        .filter(known -> known.madeAt() != null)
                        .isEmpty());
  }

  private static Duration untilNext(RunResult run, PlannedDisturbance planned, Instant now) {
    Instant due = due(run, planned);
    Instant next =
        run.disturbance(planned.name()).isPresent()
            ? due.minus(CALM_BEFORE)
            : due.minus(PREPARED_BEFORE);
    return between(now, next);
  }

  private static Duration between(Instant now, Instant next) {
    return next.isBefore(now) ? Duration.ZERO : Duration.between(now, next);
  }

  /** When those end that were made, and do not end by themselves. */
  private static Stream<Instant> lasting(RunResult run) {
    return run.plan() == null
        ? Stream.empty()
        : run.plan().planned().stream()
            .flatMap(
                planned ->
                    run
                        .disturbance(planned.name())
                        .filter(known -> known.endedAt() == null)
                        .flatMap(known -> Disturbances.ends(planned, known))
                        .stream());
  }

  private static Instant due(RunResult run, PlannedDisturbance planned) {
    return Disturbances.due(planned, run.plan(), Instant.parse(run.startedAt()));
  }

  private static Optional<NextStep> step(
      Configuration configuration, RunResult run, PlannedDisturbance planned, Instant now) {
    Instant due = due(run, planned);
    Optional<DisturbanceResult> known = run.disturbance(planned.name());
    if (known.isPresent() && known.get().failed() != null) {
      return Optional.of(failed(configuration, run, planned, known.get().failed()));
    }
    boolean begun = known.map(DisturbanceResult::begunAt).isPresent();
    Instant end = Disturbances.deadline(planned, run.plan(), Instant.parse(run.startedAt()));
    if (!now.isBefore(begun ? end.plus(UNCERTAIN) : end)) {
      return Optional.of(
          failed(
              configuration,
              run,
              planned,
              begun
                  ? "it was begun at %s, and what became of it is not known"
                      .formatted(known.get().begunAt())
                  : "the operator was not there before its step had ended"));
    }
    if (known.isEmpty()) {
      return now.isBefore(due.minus(PREPARED_BEFORE))
          ? Optional.empty()
          : Optional.of(new NextStep.PrepareDisturbance(configuration, run.number(), planned));
    }
    if (!now.isBefore(due)) {
      return Optional.of(new NextStep.Disturb(configuration, run.number(), planned));
    }
    return now.isBefore(due.minus(CALM_BEFORE))
        ? Optional.empty()
        : Optional.of(
            new NextStep.AwaitDisturbance(configuration, run.number(), Duration.between(now, due)));
  }

  private static NextStep failed(
      Configuration configuration, RunResult run, PlannedDisturbance planned, String why) {
    return new NextStep.InvalidateRun(
        configuration,
        run.number(),
        Reason.DISTURBANCE_FAILED,
        "%s was not made in step %d: %s".formatted(planned.name(), planned.step(), why));
  }
}
