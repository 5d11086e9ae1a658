package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.LoadJobs.variable;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.OpenLoadSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.plan.Configuration;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a load generator for the steps of a run: their rates or users. */
final class RunLevels {
  /** With fewer, transactions would be shed in the short stalls that every system has. */
  private static final int MIN_IN_FLIGHT = 100;

  /** Maximum number of transactions in flight at one generator. */
  private static final int MAX_IN_FLIGHT = 50_000;

  private RunLevels() {}

  /** In a closed model at most one transaction per user is in flight. */
  static List<EnvVar> of(Configuration configuration, RunPlan run) {
    if (!run.closedModel()) {
      List<Double> rates = run.steps().stream().map(StepTarget::perSecond).toList();
      EnvVar perSecond = levels("RATES", rates.stream().map(RunLevels::text));
      double max = Collections.max(rates);
      List<EnvVar> open = new ArrayList<>(List.of(perSecond));
      open.add(
          variable(
              "MAX_IN_FLIGHT",
              maxInFlight(configuration, max, spike(configuration.load(), run, max))));
      open.addAll(arrivals(configuration.load().open()));
      return open;
    }
    EnvVar users = levels("USERS", run.steps().stream().map(step -> "" + step.users()));
    Integer transactions = configuration.load().transactionsPerUser();
    return transactions == null
        ? List.of(users)
        : List.of(users, variable("TRANSACTIONS_PER_USER", transactions));
  }

  /** A search has even arrivals. */
  private static List<EnvVar> arrivals(OpenLoadSpec open) {
    List<EnvVar> settings = new ArrayList<>();
    if (open != null && open.random()) {
      settings.add(variable("ARRIVALS", "poisson"));
    }
    if (open != null && open.spikePercent() != null) {
      settings.add(variable("SPIKE_PERCENT", open.spikePercent()));
    }
    return settings;
  }

  /** Transactions that arrive at once at this rate. */
  private static double spike(LoadSpec load, RunPlan run, double rate) {
    Integer percent = load.open() == null ? null : load.open().spikePercent();
    return percent == null ? 0 : rate * (run.stepSeconds() - run.settleSeconds()) * percent / 100;
  }

  private static EnvVar levels(String name, Stream<String> levels) {
    return variable(name, levels.collect(Collectors.joining(",")));
  }

  /** Without an exponent; a whole number without a fraction. */
  private static String text(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }

  /**
   * Arrivals of the highest rate within the longest objective plus the pauses: by Little's law a
   * configuration whose mean response time is below that has fewer transactions in flight, except
   * in a stall. An overloaded configuration thus mostly keeps its throughput, rather than work for
   * clients that no longer wait. All of a spike may be in flight.
   */
  private static int maxInFlight(Configuration configuration, double maxRate, double spike) {
    double millis =
        configuration.spec().objectives().longestMillis()
            + configuration.workload().meanThinkMillis();
    return (int) Math.max(MIN_IN_FLIGHT, Math.min(MAX_IN_FLIGHT, spike + maxRate * millis / 1000));
  }
}
