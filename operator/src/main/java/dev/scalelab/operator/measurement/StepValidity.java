package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Validity.Expected;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Checks whether one step can be trusted: its servers, its users, and then its load generators. */
final class StepValidity {
  /**
   * Arrivals this late, in milliseconds, still have the requested rate: the delay is short compared
   * with the intervals between arrivals at any rate that one generator reaches.
   */
  private static final double LATENESS_ALLOWED_MILLIS = 50;

  /**
   * With slow responses a longer delay is allowed: this fraction of the p95 does not change any
   * queue.
   */
  private static final double LATENESS_ALLOWED_OF_P95 = 0.1;

  /** Above this fraction of its CPU limit the generator's own threads wait for CPU. */
  private static final double GENERATOR_CPU_ALLOWED = 0.9;

  /**
   * Allowed difference between started and scheduled transactions; two of them may fall on the
   * other side of the window's ends.
   */
  private static final double UNSENT_ALLOWED = 0.01;

  private static final long UNSENT_ALLOWED_COUNT = 2;

  /**
   * The limit in force may differ from the requested CPU limit by the rounding of the kernel's
   * quota.
   */
  private static final double LIMIT_ROUNDING_ALLOWED = 0.01;

  /** Servers do not count short outages of an overloaded database. */
  private static final double DATABASE_LOST_ALLOWED_SECONDS = 0.5;

  /**
   * A measured part that ends when users are done is shorter with faster servers: below this
   * minimum the evidence would include the time before it, and the throughput would be that of a
   * burst.
   */
  private static final double MIN_MEASURED_SECONDS = 10;

  private StepValidity() {}

  /** Every rule that the step breaks, those of the clocks and the servers first. */
  static List<Invalid> check(StepResult step, Expected expected) {
    List<Invalid> found = new ArrayList<>(Clocks.check(List.of(step)));
    found.addAll(servers(step, expected));
    found.addAll(users(step, expected));
    found.addAll(generator(step));
    found.addAll(GeneratorNetwork.check(step));
    if (expected.steadyIn(step.step())) {
      found.addAll(SteadyRules.check(step));
    }
    return found;
  }

  /**
   * Every rule that the servers broke: they must report metrics, not restart, reach their database,
   * form one cluster, and have the settings that were requested.
   */
  static List<Invalid> servers(StepResult step, Expected expected) {
    List<Invalid> found = new ArrayList<>();
    Evidence evidence = step.evidence();
    if (evidence == null) {
      String why = step.evidenceMissing() == null ? "" : ": " + step.evidenceMissing();
      add(
          found,
          Reason.SAMPLES_MISSING,
          "step %d has no evidence of the servers%s",
          step.step(),
          why);
      return found;
    }
    if (evidence.restarts() != null && evidence.restarts() > 0) {
      add(
          found,
          Reason.SERVER_RESTARTED,
          "%d of the testbed's containers restarted by the end of step %d",
          evidence.restarts(),
          step.step());
    }
    Integer members = evidence.servers().clusterSize();
    int servers = expected.replicas() - expected.taken(Tier.APPLICATION, step.step());
    if (expected.contract().members() && servers > 0 && (members == null || members < servers)) {
      add(
          found,
          Reason.MEMBER_MISSING,
          "in step %d, %s of %d servers were in the smallest cluster view, or reported theirs",
          step.step(),
          members == null ? "none" : members,
          servers);
    }
    cacheLost(step, expected.caches() - expected.taken(Tier.CACHE, step.step()), found);
    if (expected.taken(Tier.DATABASE, step.step()) == 0) {
      if (!Disturbances.cut(expected.plan(), Tier.APPLICATION.label(), step.step())) {
        databaseLost(step, found); // a server that is cut off is so from its database, too
      }
      found.addAll(Primaries.check(step));
    }
    cpuLimit(step, expected, found);
    found.addAll(
        expected.settings().check(step, expected.taken(Tier.APPLICATION, step.step()) > 0));
    return found;
  }

  /** The state of a lost Infinispan server is copied again, which the step would measure. */
  private static void cacheLost(StepResult step, int caches, List<Invalid> found) {
    CacheEvidence cache = step.evidence().cache();
    Integer members = cache == null ? null : cache.members();
    if (caches > 0 && (members == null || members < caches)) {
      add(
          found,
          Reason.MEMBER_MISSING,
          "in step %d, %s of %d Infinispan servers were in the smallest cluster view, or reported"
              + " theirs",
          step.step(),
          members == null ? "none" : members,
          caches);
    }
  }

  /** This can happen without a container restart, by a network failure or a hanging disk. */
  private static void databaseLost(StepResult step, List<Invalid> found) {
    Double lost = step.evidence().servers().databaseLostSeconds();
    if (lost != null && lost > DATABASE_LOST_ALLOWED_SECONDS) {
      add(
          found,
          Reason.DATABASE_LOST,
          "a server was without its database for %.1f s in step %d (an outage counts from its sixth"
              + " second, or from its first if the database refused or closed connections)",
          lost,
          step.step());
    }
  }

  /**
   * Neither a higher limit, as before a server is resized, nor a lower one, as from an autoscaler.
   */
  private static void cpuLimit(StepResult step, Expected run, List<Invalid> found) {
    CpuLimits limits = step.evidence().servers().cpuLimits();
    if (run.taken(Tier.APPLICATION, step.step()) > 0
        && ofReplaced(run, limits.maxCores())
        && ofReplaced(run, limits.minCores())) {
      return;
    }
    boolean highest = inForce(run.maxCpuLimitCores(), limits.maxCores());
    if (highest && inForce(run.minCpuLimitCores(), limits.minCores())) {
      return;
    }
    Double other = highest ? limits.minCores() : limits.maxCores();
    add(
        found,
        Reason.CPU_LIMIT_NOT_IN_FORCE,
        "a server had a CPU limit of %s instead of %s cores in step %d",
        other == null ? "none" : other,
        highest ? run.minCpuLimitCores() : run.maxCpuLimitCores(),
        step.step());
  }

  /**
   * A server that replaces another starts with more, and both have one name: in the window in which
   * one follows the other, their limits add up, before and after the later one has its own.
   */
  private static boolean ofReplaced(Expected run, Double limit) {
    double start = run.startCpuCores();
    return limit == null
        || DoubleStream.of(run.minCpuLimitCores(), run.maxCpuLimitCores())
            .flatMap(own -> DoubleStream.of(own, start, own + start, 2 * own))
            .anyMatch(one -> inForce(one, limit));
  }

  private static boolean inForce(double expected, Double limit) {
    return limit != null && Math.abs(limit - expected) <= LIMIT_ROUNDING_ALLOWED * expected;
  }

  /**
   * The rules for users with a number of transactions to complete: all must have completed them, in
   * a time that can be measured.
   */
  static List<Invalid> users(StepResult step, Expected expected) {
    List<Invalid> found = new ArrayList<>();
    Integer each = expected.transactionsPerUser();
    if (each != null && step.counts().usersDone() == null) {
      add(
          found,
          Reason.TRANSACTIONS_UNDONE,
          "the load generator does not report whether users had completed their %d transactions in"
              + " step %d: its image does not support TRANSACTIONS_PER_USER",
          each,
          step.step());
    } else if (each != null && step.counts().usersDone() < step.target().users()) {
      add(
          found,
          Reason.TRANSACTIONS_UNDONE,
          "%d of %d users had completed their %d transactions when step %d ended: raise"
              + " spec.load.step.seconds, or lower spec.load.closed.transactionsPerUser",
          step.counts().usersDone(),
          step.target().users(),
          each,
          step.step());
    } else if (each != null && step.window().seconds() < MIN_MEASURED_SECONDS) {
      add(
          found,
          Reason.WINDOW_TOO_SHORT,
          "in step %d all users had completed their %d transactions after %.1f s, but samples of"
              + " the servers need %.0f s: raise spec.load.closed.transactionsPerUser",
          step.step(),
          each,
          step.window().seconds(),
          MIN_MEASURED_SECONDS);
    }
    return found;
  }

  /** Every rule that the load generators broke: they must be on time, and below their CPU limit. */
  static List<Invalid> generator(StepResult step) {
    List<Invalid> found = new ArrayList<>();
    GeneratorResult generator = step.generator();
    double allowed =
        Math.max(LATENESS_ALLOWED_MILLIS, LATENESS_ALLOWED_OF_P95 * answersP95Millis(step));
    Double late = generator.latenessP99Millis();
    if (late != null && late > allowed) {
      add(
          found,
          Reason.LOAD_GENERATOR_SATURATED,
          "one in a hundred transactions of step %d began more than %.1f ms late; %.1f ms are"
              + " allowed",
          step.step(),
          late,
          allowed);
    }
    tooSlow(step, generator, found);
    return found;
  }

  /**
   * p95 from the sending, if known, since a late generator must not raise its own limit; 0 without
   * responses.
   */
  private static double answersP95Millis(StepResult step) {
    ResponseTimes times = step.responseTimes();
    Double p95 = times.sentP95Millis() == null ? times.p95Millis() : times.sentP95Millis();
    return p95 == null ? 0 : p95;
  }

  private static void tooSlow(StepResult step, GeneratorResult generator, List<Invalid> found) {
    boolean several = generator.generators() > 1;
    Double limit = generator.cpuLimitCores();
    if (limit != null && generator.cpuCores() >= GENERATOR_CPU_ALLOWED * limit) {
      add(
          found,
          Reason.LOAD_GENERATOR_SATURATED,
          "%s used %.2f of its %.2f cores in step %d: raise spec.load.generators.cpu",
          several ? "the busiest load generator" : "the load generator",
          generator.cpuCores(),
          limit,
          step.step());
    }
    // Transactions shed because too many were in flight are caused by the servers, and count as
    // failed.
    StepCounts counts = step.counts();
    double scheduledEach = (double) counts.scheduled() / generator.generators();
    if (generator.unsent() > Math.max(UNSENT_ALLOWED_COUNT, UNSENT_ALLOWED * scheduledEach)) {
      add(
          found,
          Reason.LOAD_GENERATOR_SATURATED,
          "%d transactions were scheduled in step %d, but %d began%s: raise"
              + " spec.load.generators.cpu",
          counts.scheduled(),
          step.step(),
          counts.sent() + counts.shed(),
          several ? "; the worst generator differs by " + generator.unsent() : "");
    }
  }

  private static void add(List<Invalid> found, Reason reason, String format, Object... values) {
    found.add(Invalid.of(reason, format, values));
  }
}
