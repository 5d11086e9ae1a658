package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.api.WebThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Recorded runs of two servers with two connections each. */
public final class GivenRuns {
  /** Three rounds in which the connections limit. */
  public static final List<RunResult> POOL_LIMITED = runs(pool(5, 0), pool(10, 0), pool(19, 8));

  private GivenRuns() {}

  static List<RunResult> runs(StepResult... steps) {
    return IntStream.rangeClosed(1, 3).mapToObj(round -> run(round, round, steps)).toList();
  }

  static RunResult run(int number, int round, StepResult... steps) {
    return RunResult.begun(new RunPlan(number, round, List.of(), 30, 5, 2, 1L))
        .collected(null, null, List.of(steps), null, null, null);
  }

  /** Connections are held for 200 ms; {@code waiting} requests wait for one. */
  static StepResult pool(double perSecond, double waiting) {
    Map<String, Double> pool = signals(0.2 * perSecond, 190 * perSecond, 1000 * waiting);
    return step(
        perSecond,
        235 + 1000 * waiting / perSecond,
        0.235 * perSecond + waiting,
        List.of(database("main", 0.1, pool)));
  }

  /**
   * The same step in which transactions failed.
   *
   * @param unsent those of them that were not sent
   */
  static StepResult failing(StepResult step, long failed, long unsent, RequestFailures requests) {
    long completed = step.counts().completed();
    return step.withCounts(
            new StepCounts(null, null, unsent, completed, failed, completed, null, null))
        .withErrorPercent(100.0 * failed / (completed + failed))
        .withFailedRequests(requests);
  }

  /** Requests that failed with status 503 and by the clients' timeout. */
  static RequestFailures failures(long unavailable, long timedOut) {
    return new RequestFailures(null, null, timedOut, unavailable, null, null, null, null, null);
  }

  /** Web threads are held for 235 ms; {@code waiting} requests wait for one of the four. */
  static StepResult threads(double perSecond, double waiting) {
    StepResult step = pool(perSecond, 0);
    Map<String, Double> signals = new HashMap<>(step.evidence().signals());
    signals.put("webQueue", waiting);
    return step.with(
        all ->
            all.responseTimes(
                    new ResponseTimes(
                        null, null, null, null, null, null, null, 235 + 1000 * waiting / perSecond))
                .evidence(
                    step.evidence()
                        .with(
                            found ->
                                found
                                    .databases(List.of())
                                    .signals(signals)
                                    .servers(
                                        found
                                            .servers()
                                            .withWebThreads(new WebThreads(2.0, 2.0))))));
  }

  /** One server each: that of the plant uses five times as much CPU, and makes requests wait. */
  static StepResult partitions(double perSecond, double waiting) {
    return partitions("front", "plant", perSecond, waiting);
  }

  /** The same of partitions or tiers with these names. */
  static StepResult partitions(String idle, String full, double perSecond, double waiting) {
    double front = 0.01 * perSecond;
    double plant = 0.05 * perSecond;
    Map<String, Double> pool = signals(0.1, 100, 0);
    StepResult step =
        step(
            perSecond,
            235 + 1000 * waiting / perSecond,
            0.235 * perSecond + waiting,
            List.of(database("orders", 0.1, pool)));
    List<TierUse> tiers = new ArrayList<>(step.evidence().tiers());
    tiers.set(0, new TierUse("application", front + plant, 2.0, 0.0, 0.0, 100 * plant));
    return step.withEvidence(
        step.evidence()
            .with(
                found ->
                    found
                        .tiers(tiers)
                        .partitions(
                            List.of(
                                new PartitionUse(idle, 1, front, 1.0, null, null, null, null),
                                new PartitionUse(full, 1, plant, 1.0, null, null, null, null)))));
  }

  static StepResult twoDatabases(double perSecond, double cores) {
    return twoDatabases("orders", "plant", perSecond, cores);
  }

  /** The same of databases with these names. */
  static StepResult twoDatabases(String other, String busy, double perSecond, double cores) {
    double held = cores > 0.9 ? 15 : 0.2;
    Map<String, Double> idle = signals(0.1, 100, 0);
    Map<String, Double> used = signals(held, 1000 * held, 0);
    return step(
        perSecond,
        1000 * (held + 1) / perSecond,
        held + 1,
        List.of(database(other, 0.1, idle), database(busy, cores, used)));
  }

  /** Of a database in which nothing waits. */
  private static Map<String, Double> signals(double inUse, double heldMillis, double waitedMillis) {
    return signals(inUse, heldMillis, waitedMillis, 0);
  }

  /** Of a database in which connections wait for a row. */
  static Map<String, Double> signals(
      double inUse, double heldMillis, double waitedMillis, double lockWaiters) {
    return Map.of(
        "jdbcInUse",
        inUse,
        "jdbcHeldMillis",
        heldMillis,
        "jdbcWaitedMillis",
        waitedMillis,
        "lockWaiters",
        lockWaiters,
        "databaseIo",
        0.0,
        "databaseCommits",
        0.0);
  }

  static DatabaseEvidence database(String name, double cores, Map<String, Double> signals) {
    int size = name.equals("main") ? 2 : 20;
    return new DatabaseEvidence(
        name,
        cores,
        1.0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        new ConnectionPool(null, (double) size, null),
        signals);
  }

  static StepResult step(
      double perSecond, double meanMillis, double servlets, List<DatabaseEvidence> databases) {
    Evidence evidence =
        new Evidence(
            List.of(
                new TierUse("application", 0.02 * perSecond, 2.0, 0.0, 0.0, 20.0),
                new TierUse("balancer", 0.001 * perSecond, 0.5, 0.0, 0.0, null),
                new TierUse("database", 0.1, 1.0, 0.0, 0.0, null)),
            40.0,
            new ServersEvidence(
                null, 2.0, 0.1, 50.0, null, new WebThreads(16.0, 16.0), 2, null, null, null),
            null,
            databases,
            0,
            null,
            null,
            Map.of(
                "webThreadsBusy",
                servlets,
                "webQueue",
                0.0,
                "servletSeconds",
                servlets,
                "balancerSessions",
                servlets,
                "balancerServerQueue",
                0.0,
                "balancerQueue",
                0.0),
            null,
            null);
    long completed = Math.round(60 * perSecond);
    return StepResult.of(
            1,
            StepTarget.ofRate(perSecond),
            new StepWindow(null, null, 60.0),
            new StepCounts(null, null, null, completed, 0L, completed, null, null))
        .responseTimes(new ResponseTimes(null, null, null, null, null, null, null, meanMillis))
        .evidence(evidence)
        .build();
  }
}
