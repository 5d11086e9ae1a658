package dev.scalelab.operator.report;

import dev.scalelab.operator.api.LoadModel;
import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.reconcile.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A schedule that goes on by itself, with the forecasts of its end. The first testbed takes up to
 * two minutes more for images and databases, more servers take longer, warm-ups end early, runs
 * take their steps and a few seconds, and some are invalid and repeated on new servers. It may be
 * suspended once for hours, after which it has new servers too.
 */
final class PlayedSchedule {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

  private final Plan plan;
  private final Random random;
  private final int pausedAfter;
  private final int oneInvalidOf;
  private final Map<String, ScalabilityTrialStatus> trials = new LinkedHashMap<>();
  private final Map<String, PlayedSearch> searches = new LinkedHashMap<>();
  private final List<Forecast> forecasts = new ArrayList<>();
  private final double warmUp;
  private final double testbed;
  private final double aside;
  private Instant now = START;
  private Configuration deployed;
  private PauseStatus paused;

  /** A forecast, without the pauses before it. */
  private record Forecast(double at, double end) {}

  /**
   * @param suspended whether it is suspended once
   */
  PlayedSchedule(Plan plan, Random random, boolean suspended) {
    this.plan = plan;
    this.random = random;
    this.warmUp = 15 + random.nextInt(100);
    this.testbed = 15 + random.nextInt(60);
    boolean searches = plan.spec().load().searches();
    this.aside = searches ? 5 + random.nextInt(10) : 0;
    this.oneInvalidOf = searches ? 50 : 20;
    int runs = plan.configurations().size() * plan.spec().load().repetitions();
    this.pausedAfter = suspended ? 1 + random.nextInt(searches ? 4 * runs : runs) : 0;
  }

  /**
   * Of each forecast, from the load of the second configuration on: the part of the whole duration
   * by which it is wrong. Later pauses are none of its business.
   */
  List<Double> errors() {
    for (Optional<Configuration> next = next(); next.isPresent(); next = next()) {
      run(next.get());
    }
    double whole = measured(now);
    return forecasts.stream().map(one -> Math.abs(one.end() - whole) / whole).toList();
  }

  private Optional<Configuration> next() {
    return new Schedule(plan, trials).next();
  }

  private void run(Configuration configuration) {
    boolean first = trials.isEmpty();
    trials.putIfAbsent(configuration.name(), ScalabilityTrialStatus.begun(now.toString()));
    if (deployed != configuration) {
      deploy(configuration, first);
    }
    pass(configuration.load().searches() ? aside * random.nextDouble() : 0);
    RunPlan run = plan(configuration);
    String begin = now.toString();
    replace(
        configuration, RunResult.begun(run).collected(begin, null, List.of(), null, null, null));
    forecast();
    boolean valid = random.nextInt(oneInvalidOf) > 0;
    pass(
        Math.max(5, aside)
            + random.nextInt(10)
            + run.seconds() * (valid ? 1 : random.nextDouble()));
    replace(
        configuration,
        RunResult.begun(run)
            .collected(begin, now.toString(), List.of(), null, null, null)
            .ended(valid ? RunPhase.VALID : RunPhase.INVALID, null, null, now.toString()));
    judged(configuration, valid);
    if (trials.values().stream().mapToInt(status -> status.runs().size()).sum() == pausedAfter) {
      pause();
    }
  }

  private void deploy(Configuration configuration, boolean first) {
    double seconds =
        testbed + 3 * configuration.replicas() + warmUp * (0.8 + 0.4 * random.nextDouble());
    pass(seconds + (first ? random.nextInt(120) : 0));
    if (deployed != null) {
      trials.computeIfPresent(deployed.name(), (name, status) -> status.cold());
    }
    trials.computeIfPresent(
        configuration.name(), (name, status) -> status.warm(now.toString(), null));
    deployed = configuration;
  }

  private RunPlan plan(Configuration configuration) {
    ScalabilityTrialStatus status = trials.get(configuration.name());
    return configuration.load().searches()
        ? searches
            .computeIfAbsent(
                configuration.name(), name -> new PlayedSearch(plan, configuration, random))
            .next(trials)
        : Ladder.next(configuration, status);
  }

  /** The run that has just begun, or its end. */
  private void replace(Configuration configuration, RunResult run) {
    ScalabilityTrialStatus status = trials.get(configuration.name());
    List<RunResult> runs = new ArrayList<>(status.runs().subList(0, run.number() - 1));
    runs.add(run);
    trials.put(configuration.name(), status.withRuns(runs, null));
  }

  private void judged(Configuration configuration, boolean valid) {
    if (!valid) {
      deployed = null;
      trials.computeIfPresent(configuration.name(), (name, status) -> status.cold());
    } else if (configuration.load().searches()) {
      trials.computeIfPresent(
          configuration.name(), (name, status) -> searches.get(name).measured(status));
    }
    ScalabilityTrialStatus status = trials.get(configuration.name());
    if (Schedule.isComplete(configuration, status)) {
      trials.put(
          configuration.name(),
          status.ended(Phase.SUCCEEDED, null, null, now.toString(), result(configuration, status)));
    }
    forecast();
  }

  private static TrialResult result(Configuration configuration, ScalabilityTrialStatus status) {
    TrialResult result = Given.succeeded(60, configuration.repetitions()).result();
    int steps = status.validRuns().stream().mapToInt(run -> run.plan().steps().size()).sum();
    SearchResult search = new SearchResult(LoadModel.OPEN, 1.0, 1.0, steps, null, null, null, 1.0);
    return configuration.load().searches() ? result.with(all -> all.search(search)) : result;
  }

  private void pause() {
    paused = PauseStatus.begun(paused, now);
    pass(3600 * (1 + random.nextInt(10)));
    paused = PauseStatus.ended(paused, now);
    if (deployed != null) {
      trials.computeIfPresent(deployed.name(), (name, status) -> status.cold());
    }
    deployed = null;
    forecast();
  }

  private void pass(double seconds) {
    now = now.plusMillis(Math.round(1000 * seconds));
  }

  /** From the load of the second configuration on. */
  private void forecast() {
    if (trials.size() > 1) {
      Map<String, ScalabilityTrialStatus> kept = new LinkedHashMap<>();
      trials.forEach((name, status) -> kept.put(name, status.summary(images -> images)));
      Instant end = Instant.parse(Estimate.completion(new Schedule(plan, kept), paused, now));
      forecasts.add(new Forecast(measured(now), measured(end)));
    }
  }

  private double measured(Instant when) {
    long ofPauses = paused == null ? 0 : paused.seconds();
    return Duration.between(START, when).toMillis() / 1000.0 - ofPauses;
  }
}
