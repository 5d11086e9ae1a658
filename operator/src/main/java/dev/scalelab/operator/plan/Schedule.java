package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.api.TestbedPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Selects the configuration to measure next, from what has been measured. Pure: the same plan and
 * statuses always give the same answer, so a restarted operator continues with it.
 */
public final class Schedule {
  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> statuses;
  private final Map<String, Configuration> skipped = new HashMap<>();

  /**
   * @param plan the plan
   * @param statuses status of every trial that exists, by name
   */
  public Schedule(Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    this.plan = plan;
    this.statuses = statuses;
    findSkipped();
  }

  /** In the order of the plan, in which those of one system have ascending numbers of servers. */
  private void findSkipped() {
    Map<String, Configuration> failed = new HashMap<>();
    for (Configuration configuration : plan.configurations()) {
      Phase phase = phase(configuration);
      if (phase == Phase.FAILED) {
        if (!statuses.get(configuration.name()).reason().retryableWithMoreServers()) {
          failed.putIfAbsent(configuration.system(), configuration);
        }
      } else if (!failed.isEmpty() && !ended(configuration)) {
        Configuration fewer = failed.get(configuration.system());
        if (fewer != null) {
          skipped.put(configuration.name(), fewer);
        }
      }
    }
  }

  /** The plan. */
  public Plan plan() {
    return plan;
  }

  /** Status of every trial that exists, by name. */
  public Map<String, ScalabilityTrialStatus> statuses() {
    return statuses;
  }

  /** The configuration to work on; empty when nothing is left to measure. */
  public Optional<Configuration> next() {
    if (plan.spec().testbedPolicy() == TestbedPolicy.RETAIN_ON_FAILURE && failed().isPresent()) {
      return Optional.empty(); // its testbed exists for inspection
    }
    List<Configuration> open =
        plan.configurations().stream().filter(configuration -> !finished(configuration)).toList();
    // A deleted trial waits until the current trial has ended.
    Optional<Configuration> started =
        open.stream()
            .filter(configuration -> isRunning(configuration) || isComplete(configuration))
            .findFirst();
    if (started.isPresent()) {
      return started;
    }
    if (plan.spec().sweep().order() == SweepOrder.LISTED) {
      return open.stream()
          .filter(configuration -> statuses.containsKey(configuration.name()))
          .findFirst()
          .or(() -> open.stream().findFirst());
    }
    int repetition = open.stream().mapToInt(this::rounds).min().orElse(0);
    return inOrder(repetition).stream()
        .filter(configuration -> !finished(configuration) && rounds(configuration) <= repetition)
        .findFirst();
  }

  /** The first configuration whose trial failed. */
  public Optional<Configuration> failed() {
    return plan.configurations().stream()
        .filter(configuration -> phase(configuration) == Phase.FAILED)
        .findFirst();
  }

  /** Whether it has ended, or is not measured. */
  public boolean finished(Configuration configuration) {
    return skipped.containsKey(configuration.name()) || ended(configuration);
  }

  /**
   * The failed configuration because of which another one is not measured: the same system with
   * fewer servers, with a failure that more servers have too. Empty if it is measured.
   */
  public Optional<Configuration> skippedFor(Configuration configuration) {
    return Optional.ofNullable(skipped.get(configuration.name()));
  }

  /** The phase of its trial; running for one without a status. */
  public Phase phase(Configuration configuration) {
    ScalabilityTrialStatus status = statuses.get(configuration.name());
    return status == null || status.phase() == null ? Phase.RUNNING : status.phase();
  }

  /**
   * Whether nothing more of it is measured. Repetitions that are added after its last run resume
   * it, unless one of them has failed or they do not fit into its resource.
   */
  public boolean ended(Configuration configuration) {
    if (phase(configuration) != Phase.SUCCEEDED) {
      return phase(configuration) == Phase.FAILED || phase(configuration) == Phase.TERMINATED;
    }
    return isComplete(configuration) || statuses.get(configuration.name()).reason() != null;
  }

  /**
   * Its rounds that have ended: of given loads its valid runs, which for a successful trial are
   * counted in its result, since its runs are not kept here.
   */
  public int rounds(Configuration configuration) {
    ScalabilityTrialStatus status = statuses.get(configuration.name());
    return status == null ? 0 : rounds(configuration, status);
  }

  /** Rounds of a trial that have ended. */
  public static int rounds(Configuration configuration, ScalabilityTrialStatus status) {
    if (configuration.load().searches()) {
      return status.searched().size();
    }
    return status.phase() == Phase.SUCCEEDED && status.result() != null
        ? status.result().runs()
        : status.validRuns().size();
  }

  /** The order of the configurations in one repetition. */
  private List<Configuration> inOrder(int repetition) {
    if (plan.spec().sweep().order() != SweepOrder.SHUFFLED) {
      return plan.configurations();
    }
    List<Configuration> shuffled = new ArrayList<>(plan.configurations());
    Collections.shuffle(shuffled, new Random(31 * plan.spec().load().seed() + repetition));
    return shuffled;
  }

  private boolean isRunning(Configuration configuration) {
    ScalabilityTrialStatus status = statuses.get(configuration.name());
    return status != null
        && status.runs().stream().anyMatch(run -> run.phase() == RunPhase.RUNNING);
  }

  private boolean isComplete(Configuration configuration) {
    return isComplete(configuration, rounds(configuration));
  }

  /** Whether a trial has all its rounds, or as many as fit into its resource. */
  public static boolean isComplete(Configuration configuration, ScalabilityTrialStatus status) {
    return isComplete(configuration, rounds(configuration, status));
  }

  private static boolean isComplete(Configuration configuration, int rounds) {
    return rounds >= configuration.repetitions()
        || rounds > 0 && Planner.tooLarge(configuration).isPresent();
  }
}
