package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.BalancerEvidence;
import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.TransactionCount;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Valid runs, and changes that make them invalid. */
final class ValidRuns {
  static final Map<String, Double> MIX = Map.of("newOrder", 60.0, "changeOrder", 40.0);
  static final PlannedSteps TWO_STEPS =
      new PlannedSteps(Collections.nCopies(2, StepTarget.ofRate(40)));
  static final Validity.Expected EXPECTED =
      new Validity.Expected(
          TWO_STEPS,
          3,
          0.3,
          0.3,
          new Contract(true, true, true, false),
          MIX,
          null,
          0,
          new RequestedSettings(List.of()),
          true,
          1.5,
          false,
          new RunPlan(1, 1, TWO_STEPS.targets(), 25, 5, 2, 1L));
  static final GeneratorResult EASY = unsent(0);
  static final AuditResult RIGHT = found(101, 50);

  private ValidRuns() {}

  static RunResult run(StepResult... steps) {
    return run(List.of(steps), RIGHT);
  }

  static AuditResult found(long orders, long changes) {
    return new AuditResult(
        List.of(new RowCount("changeOrder", changes), new RowCount("newOrder", orders)),
        List.of(),
        null,
        null);
  }

  static RunResult audited(AuditResult audit) {
    return run(List.of(step(1), step(2)), audit);
  }

  static RunResult run(List<StepResult> steps, AuditResult audit) {
    return counted(
        steps,
        audit,
        new TransactionCount("newOrder", 100L, 7L, 4L),
        new TransactionCount("changeOrder", 50L, 0L, 0L));
  }

  /** A run with these counts of the client. */
  static RunResult counted(AuditResult audit, TransactionCount... counts) {
    return counted(List.of(step(1), step(2)), audit, counts);
  }

  private static RunResult counted(
      List<StepResult> steps, AuditResult audit, TransactionCount... counts) {
    RunTotals totals = new RunTotals(List.of(counts), 600L, 3L, null);
    return new RunResult(
        1,
        RunPhase.RUNNING,
        null,
        null,
        null,
        null,
        steps,
        totals,
        audit,
        null,
        EXPECTED.plan(),
        null);
  }

  /** The plan of two steps, in one of which a server is deleted. */
  static RunPlan disturbedIn(int step) {
    return EXPECTED
        .plan()
        .disturbedBy(
            List.of(
                new PlannedDisturbance(
                    "kill", DisturbanceAction.DELETE_POD, "Application", 1, null, step, 10)));
  }

  static StepResult step(int number) {
    return step(number, evidence(50.0, 3, 0.3, 0));
  }

  static StepResult step(int number, Evidence evidence) {
    return step(number, EASY, 100.0, 800, evidence);
  }

  static StepResult step(int number, GeneratorResult generator, double p95, long sent) {
    return step(number, generator, p95, sent, evidence(50.0, 3, 0.3, 0));
  }

  /** Response times from the scheduled moment, and from the sending. */
  static StepResult step(int number, GeneratorResult generator, double p95, double sentP95) {
    return step(number, generator, p95, sentP95, 800, evidence(50.0, 3, 0.3, 0));
  }

  static StepResult step(
      int number, GeneratorResult generator, double p95, long sent, Evidence evidence) {
    return step(number, generator, p95, null, sent, evidence);
  }

  private static StepResult step(
      int number,
      GeneratorResult generator,
      double p95,
      Double sentP95,
      long sent,
      Evidence evidence) {
    return StepResult.of(
            number,
            StepTarget.ofRate(40),
            new StepWindow(null, null, 20.0),
            new StepCounts(800L, sent, 0L, sent, 0L, 2 * sent, null, null))
        .throughputPerSecond(40.0)
        .mixPerSecond(40.0)
        .errorPercent(0.0)
        .responseTimes(new ResponseTimes(p95, p95, p95, p95, p95, sentP95, sentP95, p95))
        .objectivesMet(true)
        .errors(List.of())
        .generator(generator)
        .build()
        .evidenced(evidence);
  }

  private static GeneratorResult alone(double p99Millis, double cores, Double limit, long unsent) {
    return new GeneratorResult(0.1, p99Millis, cores, limit, 1, unsent, null, null, null, null);
  }

  /** Three generators, one with this difference and this number of ports in use. */
  static GeneratorResult three(long unsent, long portsTaken, double startSkewMillis) {
    return new GeneratorResult(
        0.1, 2.0, 0.4, 1.0, 3, unsent, 9_000L, 40L, portsTaken, startSkewMillis);
  }

  static GeneratorResult late(double p99Millis) {
    return alone(p99Millis, 0.4, 1.0, 0);
  }

  static GeneratorResult cpu(double cores, Double limit) {
    return alone(2.0, cores, limit, 0);
  }

  /** One that differs by this number of transactions. */
  static GeneratorResult unsent(long count) {
    return alone(2.0, 0.4, 1.0, count);
  }

  static Evidence evidence(
      double hostPercent, Integer clusterSize, Double cpuLimit, Integer restarts) {
    return evidence(hostPercent, clusterSize, cpuLimit, cpuLimit, 3, restarts);
  }

  static Evidence evidence(
      double hostPercent,
      Integer clusterSize,
      Double maxLimit,
      Double minLimit,
      Integer balancerServers,
      Integer restarts) {
    return evidence(hostPercent, clusterSize, maxLimit, minLimit, balancerServers, restarts, 0.0);
  }

  /** Evidence of a server whose database was lost for this number of seconds. */
  static Evidence lostDatabase(Double seconds) {
    return evidence(50.0, 3, 0.3, 0.3, 3, 0, seconds);
  }

  /** Evidence of a database with replicas that had these primaries. */
  static Evidence primaries(String... pods) {
    return evidence(
        50.0,
        3,
        0.3,
        0.3,
        3,
        0,
        0.0,
        List.of(
            new DatabaseEvidence(
                "main",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(pods),
                List.of(),
                null,
                null)));
  }

  private static Evidence evidence(
      double hostPercent,
      Integer clusterSize,
      Double maxLimit,
      Double minLimit,
      Integer balancerServers,
      Integer restarts,
      Double databaseLostSeconds) {
    return evidence(
        hostPercent,
        clusterSize,
        maxLimit,
        minLimit,
        balancerServers,
        restarts,
        databaseLostSeconds,
        null);
  }

  private static Evidence evidence(
      double hostPercent,
      Integer clusterSize,
      Double maxLimit,
      Double minLimit,
      Integer balancerServers,
      Integer restarts,
      Double databaseLostSeconds,
      List<DatabaseEvidence> databases) {
    return new Evidence(
        List.of(),
        hostPercent,
        new ServersEvidence(
            new CpuLimits(minLimit, maxLimit),
            null,
            null,
            null,
            null,
            null,
            clusterSize,
            databaseLostSeconds,
            null,
            null),
        new BalancerEvidence(null, null, null, balancerServers, List.of()),
        databases,
        restarts,
        null,
        null,
        null,
        null,
        null);
  }

  /**
   * The evidence with these tiers, and servers whose JIT compilers took this share of their CPU.
   */
  static Evidence compiling(Evidence given, List<TierUse> tiers, Double jitPercent) {
    return given.withTiers(tiers).withServers(given.servers().withJitPercent(jitPercent));
  }

  /** A valid run with these CPU milliseconds for each transaction of its steps. */
  static RunResult compiled(int number, Double jitPercent, double... millis) {
    List<StepResult> steps =
        IntStream.range(0, millis.length)
            .mapToObj(
                i -> {
                  StepResult step =
                      step(i + 1)
                          .withTarget(StepTarget.ofRate(10 * (i + 1)))
                          .withThroughputPerSecond(10.0 * (i + 1));
                  double cores = millis[i] / 1000 * step.throughputPerSecond();
                  return step.withEvidence(
                      compiling(
                          step.evidence(),
                          List.of(
                              new TierUse("application", cores, 2.0, 0.0, null, null),
                              new TierUse("database", 0.3, 1.0, 0.0, null, null)),
                          jitPercent));
                })
            .toList();
    return run(steps, RIGHT)
        .withNumber(number)
        .ended(RunPhase.VALID, Reason.RUN_VALID, null, "2026-11-27T10:00:00Z");
  }
}
