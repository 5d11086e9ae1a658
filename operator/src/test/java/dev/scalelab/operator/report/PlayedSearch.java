package dev.scalelab.operator.report;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.search.SearchOutcome;
import dev.scalelab.operator.search.SearchRange;
import dev.scalelab.operator.search.SearchStep;
import dev.scalelab.operator.search.SimulatedSystem;
import dev.scalelab.operator.search.WarmStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The search of one trial, on a system whose capacity is unknown to it. */
final class PlayedSearch {
  private static final SearchRange RANGE = new SearchRange(1, 400, 0.05, 0, 20);

  private final Plan plan;
  private final Configuration configuration;
  private final SimulatedSystem system;
  private final List<SearchStep> steps = new ArrayList<>();
  private SearchOutcome outcome;
  private int measured;

  /** More servers carry more, though not in proportion. */
  PlayedSearch(Plan plan, Configuration configuration, Random random) {
    this.plan = plan;
    this.configuration = configuration;
    double capacity =
        30 * Math.pow(configuration.replicas(), 0.8) * Math.exp(0.1 * random.nextGaussian());
    this.system = new SimulatedSystem(random.nextLong(), capacity, 0.85, 0.1, 0.03);
  }

  /** The run that is to come: again the same one until it is valid. */
  RunPlan next(Map<String, ScalabilityTrialStatus> trials) {
    if (measured == steps.size()) {
      steps.clear();
      measured = 0;
      outcome = system.search(RANGE, new WarmStart(plan, trials).of(configuration), steps);
    }
    SearchStep step = steps.get(measured);
    LoadSpec load = configuration.load();
    int window = load.step().measuredSeconds();
    ScalabilityTrialStatus status = trials.get(configuration.name());
    return Ladder.run(
        configuration,
        status,
        status.searched().size() + 1,
        List.of(StepTarget.ofRate(step.level())),
        load.step().settleSeconds() + (step.whole() ? window : Math.max(15, window / 3)));
  }

  /** The run was valid: with the last one of a round the round ends. */
  ScalabilityTrialStatus measured(ScalabilityTrialStatus status) {
    measured++;
    return measured < steps.size()
        ? status
        : status.searched(
            new SearchRound(
                status.searched().size() + 1, outcome.level(), outcome.saturated(), List.of()));
  }
}
