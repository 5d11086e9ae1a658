package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.InvalidStep;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.plan.Settling;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether a run can be trusted. A busy host does not make it invalid, nor does an overloaded
 * server that the balancer considers dead: these are findings, not faults of the measurement.
 */
public final class Validity {
  private Validity() {}

  /**
   * The expected properties of a run, from the plan.
   *
   * @param steps the requested steps
   * @param replicas number of application servers
   * @param minCpuLimitCores the lowest CPU limit that one of them is measured at, in cores
   * @param maxCpuLimitCores the highest, which is another only if each tier has its own
   * @param contract what the testbed promises to report: whether all cluster members must be seen,
   *     and whether a database is counted after the run
   * @param mix percents of the transactions that are compared with one another, by name
   * @param transactionsPerUser transactions of each user in a step; null without such a number
   * @param caches number of Infinispan servers; 0 if the servers have the state themselves
   * @param settings settings of the servers, which are compared with those that they report
   * @param steady whether its steps must be steady, since it can be repeated with longer settling
   * @param startCpuCores CPU limit with which a server starts, in cores
   * @param mayLose whether a database may lose what it has acknowledged when its primary fails
   * @param plan what the run does
   */
  @RecordBuilder
  public record Expected(
      PlannedSteps steps,
      int replicas,
      double minCpuLimitCores,
      double maxCpuLimitCores,
      Contract contract,
      Map<String, Double> mix,
      Integer transactionsPerUser,
      int caches,
      RequestedSettings settings,
      boolean steady,
      double startCpuCores,
      boolean mayLose,
      RunPlan plan)
      implements ValidityExpectedBuilder.With {

    /** The expected properties of a run, from its configuration and its own plan. */
    public static Expected of(Configuration configuration, RunPlan run) {
      Workload workload = configuration.workload();
      double[] limits =
          configuration.serverGroups().stream()
              .mapToDouble(group -> cores(configuration.application(group).cpu()))
              .sorted()
              .toArray();
      return new Expected(
          new PlannedSteps(run.steps()),
          configuration.replicas(),
          limits[0],
          limits[limits.length - 1],
          Contract.of(workload),
          workload.mixToKeep(configuration.load()),
          configuration.load().transactionsPerUser(),
          configuration.remoteState() == null ? 0 : configuration.remoteState().replicas(),
          RequestedSettings.of(configuration),
          Settling.repeats(configuration, run),
          cores(
              configuration.application().startupCpu() == null
                  ? configuration.application().cpu()
                  : configuration.application().startupCpu()),
          configuration.databases().stream().anyMatch(one -> one.spec().mayLose()),
          run);
    }

    private static double cores(Quantity cpu) {
      return Quantities.millicores(cpu).getNumericalAmount().doubleValue();
    }

    /** Number of pods of a tier that disturbances have taken by the end of a step, at most. */
    int taken(Tier tier, int step) {
      return Disturbances.taken(plan, tier.label(), step);
    }

    /**
     * Whether databases may have lost acknowledged transactions, since one has failed on purpose.
     */
    boolean mayHaveLost(int steps) {
      return mayLose && taken(Tier.DATABASE, steps) > 0;
    }

    /** Whether a step must be steady: none can be from the first one that is disturbed on. */
    boolean steadyIn(int step) {
      return steady && !Disturbances.since(plan, step);
    }
  }

  /**
   * Why a finished run cannot be trusted; empty if it can. The rules in their order: exactly the
   * requested steps were measured, by clocks that agree, with evidence; the servers did not
   * restart, reached their database, formed one cluster if they are clustered, had their CPU limit
   * and their settings; users completed their transactions; the generator was not the bottleneck;
   * the servers did not still warm up, if the run can be repeated; the generator kept the mix; and
   * the database has the results that the client counted, but for what it lost on purpose.
   */
  public static Optional<Invalid> check(RunResult run, Expected expected) {
    List<Invalid> found = new ArrayList<>();
    List<StepResult> steps = run.steps() == null ? List.of() : run.steps();
    expected.steps().check(steps).ifPresent(found::add);
    undisturbed(run, expected.plan()).ifPresent(found::add);
    if (run.totals() == null) {
      add(found, Reason.STEPS_MISSING, "the load generator did not report the end of the run");
    }
    found.addAll(Clocks.check(steps));
    steps.forEach(step -> found.addAll(StepValidity.servers(step, expected)));
    if (expected.taken(Tier.DATABASE, steps.size()) == 0) {
      found.addAll(Primaries.check(steps));
    }
    steps.forEach(step -> found.addAll(StepValidity.users(step, expected)));
    steps.forEach(step -> found.addAll(StepValidity.generator(step)));
    steps.forEach(step -> found.addAll(GeneratorNetwork.check(step)));
    steps.stream()
        .filter(step -> expected.steadyIn(step.step()))
        .forEach(step -> found.addAll(SteadyRules.check(step)));
    if (run.totals() != null) {
      int generators =
          steps.stream().mapToInt(step -> step.generator().generators()).max().orElse(1);
      found.addAll(MixKept.check(run.totals(), expected.mix(), generators));
    }
    if (expected.contract().database()) {
      found.addAll(
          new AuditRules(run.totals(), run.audit(), expected.mayHaveLost(steps.size())).check());
    }
    return joined(found);
  }

  /** A disturbance that was planned and not made. */
  private static Optional<Invalid> undisturbed(RunResult run, RunPlan plan) {
    return plan.planned().stream()
        .filter(
            planned ->
                run.disturbance(planned.name())
                    .filter(one -> one.madeAt() != null && one.failed() == null)
                    .isEmpty())
        .findFirst()
        .map(
            planned ->
                Invalid.of(
                    Reason.DISTURBANCE_FAILED,
                    "%s was not made in step %d: %s",
                    planned.name(),
                    planned.step(),
                    run.disturbance(planned.name())
                        .map(DisturbanceResult::failed)
                        .orElse("the load had ended before")));
  }

  /** A complete step, marked with every rule that it breaks by itself. */
  public static StepResult judged(StepResult step, Expected expected) {
    return step.judged(
        joined(StepValidity.check(step, expected))
            .map(invalid -> new InvalidStep(invalid.reason(), invalid.message()))
            .orElse(null));
  }

  private static Optional<Invalid> joined(List<Invalid> found) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    String all = String.join("; ", found.stream().map(Invalid::message).distinct().toList());
    return Optional.of(new Invalid(found.get(0).reason(), all));
  }

  private static void add(List<Invalid> found, Reason reason, String format, Object... values) {
    found.add(Invalid.of(reason, format, values));
  }
}
