package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.EcperfSpec;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether a run may be trusted. A busy host does not make it invalid, nor does a starved
 * server that the balancer takes for dead: these are findings, not faults of the measurement.
 */
public final class Validity {
  /**
   * Arrivals this late, in milliseconds, are still the arrivals that were asked for: short against
   * the pauses between them at any rate that one generator reaches.
   */
  private static final double LATENESS_ALLOWED_MILLIS = 50;

  /** Slow answers leave the generator more time: late by so much of the p95 changes no queue. */
  private static final double LATENESS_ALLOWED_OF_P95 = 0.1;

  /** Above this share of its CPU limit the generator's own threads wait for one another. */
  private static final double GENERATOR_CPU_ALLOWED = 0.9;

  /** Transactions begun against those that were due; ends of the window may shift two of them. */
  private static final double UNSENT_ALLOWED = 0.01;

  private static final long UNSENT_ALLOWED_COUNT = 2;

  /** The limit in force may differ from the share by the rounding of the kernel's quota. */
  private static final double SHARE_ROUNDING_ALLOWED = 0.01;

  /** Servers do not count the short silences of a database that has more to do than it can. */
  private static final double DATABASE_LOST_ALLOWED_SECONDS = 0.5;

  private Validity() {}

  /**
   * What the plan says of a run.
   *
   * @param steps number of steps
   * @param replicas number of application servers
   * @param cpuShareCores CPU limit that each of them is measured at, in cores
   * @param contract what the testbed promises to tell: whether it has members that must all be
   *     seen, and a database that is counted after the run
   * @param mix shares of the transactions that are compared with one another, by name
   */
  public record Expected(
      int steps, int replicas, double cpuShareCores, Contract contract, Map<String, Double> mix) {}

  /**
   * Why a finished run cannot be trusted; empty when it can. The rules in their order: every step
   * is there with its evidence, the servers stayed up and had their database, in one cluster where
   * they are one, and at their share, the generator was not the limit and kept the mix, and the
   * database holds what the client was told that it holds.
   */
  public static Optional<Invalid> check(RunResult run, Expected expected) {
    List<Invalid> found = new ArrayList<>();
    stepsMissing(run, expected, found);
    List<StepResult> steps = run.steps() == null ? List.of() : run.steps();
    steps.forEach(step -> serversAtFault(step, expected, found));
    steps.forEach(step -> generatorAtFault(step, found));
    steps.forEach(step -> found.addAll(GeneratorNetwork.check(step)));
    if (run.totals() != null) {
      found.addAll(MixKept.check(run.totals(), expected.mix()));
    }
    if (expected.contract().database()) {
      audit(run.totals(), run.audit(), found);
    }
    return joined(found);
  }

  private static Optional<Invalid> joined(List<Invalid> found) {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    String all = String.join("; ", found.stream().map(Invalid::message).distinct().toList());
    return Optional.of(new Invalid(found.get(0).reason(), all));
  }

  private static void stepsMissing(RunResult run, Expected expected, List<Invalid> found) {
    int steps = run.steps() == null ? 0 : run.steps().size();
    if (steps < expected.steps()) {
      add(found, Reason.STEPS_MISSING, "%d of %d steps were measured", steps, expected.steps());
    }
    if (run.totals() == null) {
      add(found, Reason.STEPS_MISSING, "the load generator did not report the end of the run");
    }
  }

  private static void serversAtFault(StepResult step, Expected expected, List<Invalid> found) {
    Evidence evidence = step.evidence();
    if (evidence == null) {
      String why = step.evidenceMissing() == null ? "" : ": " + step.evidenceMissing();
      add(
          found,
          Reason.SAMPLES_MISSING,
          "step %d has no evidence of the servers%s",
          step.step(),
          why);
      return;
    }
    if (evidence.restarts() != null && evidence.restarts() > 0) {
      add(
          found,
          Reason.SERVER_RESTARTED,
          "%d containers of the testbed began anew by the end of step %d",
          evidence.restarts(),
          step.step());
    }
    if (expected.contract().members()
        && (evidence.clusterSize() == null || evidence.clusterSize() < expected.replicas())) {
      add(
          found,
          Reason.MEMBER_MISSING,
          "in step %d, %s of %d servers were seen in the smallest cluster view, or told theirs",
          step.step(),
          evidence.clusterSize() == null ? "none" : evidence.clusterSize(),
          expected.replicas());
    }
    databaseLost(step, found);
    cpuShare(step, expected.cpuShareCores(), found);
  }

  /** No container needs to have begun anew: the network may be cut, or a disk hang. */
  private static void databaseLost(StepResult step, List<Invalid> found) {
    Double lost = step.evidence().databaseLostSeconds();
    if (lost != null && lost > DATABASE_LOST_ALLOWED_SECONDS) {
      add(
          found,
          Reason.DATABASE_LOST,
          "a server was without its database for %.1f s in step %d, the first 5 s of each silence not counted",
          lost,
          step.step());
    }
  }

  /** Neither more, as before a server is brought to its share, nor less, as from an autoscaler. */
  private static void cpuShare(StepResult step, double share, List<Invalid> found) {
    Double highest = step.evidence().cpuLimitCores();
    Double least = step.evidence().cpuLimitLeastCores();
    if (inForce(share, highest) && inForce(share, least)) {
      return;
    }
    Double other = inForce(share, highest) ? least : highest;
    add(
        found,
        Reason.CPU_SHARE_NOT_IN_FORCE,
        "a server had a CPU limit of %s instead of %s cores in step %d",
        other == null ? "none" : other,
        share,
        step.step());
  }

  private static boolean inForce(double share, Double limit) {
    return limit != null && Math.abs(limit - share) <= SHARE_ROUNDING_ALLOWED * share;
  }

  private static void generatorAtFault(StepResult step, List<Invalid> found) {
    GeneratorResult generator = step.generator();
    double p95 = step.p95Millis() == null ? 0 : step.p95Millis();
    double allowed = Math.max(LATENESS_ALLOWED_MILLIS, LATENESS_ALLOWED_OF_P95 * p95);
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
    generatorTooSlow(step, generator, found);
  }

  private static void generatorTooSlow(
      StepResult step, GeneratorResult generator, List<Invalid> found) {
    Double limit = generator.cpuLimitCores();
    if (limit != null && generator.cpuCores() >= GENERATOR_CPU_ALLOWED * limit) {
      add(
          found,
          Reason.LOAD_GENERATOR_SATURATED,
          "%s used %.2f of its %.2f cores in step %d: raise spec.load.cpu",
          several(generator) ? "the busiest load generator" : "the load generator",
          generator.cpuCores(),
          limit,
          step.step());
    }
    // What was left out because too many were open is the servers' doing, and failed.
    double due = (double) step.scheduled() / generators(generator);
    if (unsent(step) > Math.max(UNSENT_ALLOWED_COUNT, UNSENT_ALLOWED * due)) {
      add(
          found,
          Reason.LOAD_GENERATOR_SATURATED,
          "%d transactions were due in step %d and %d began%s: raise spec.load.cpu",
          step.scheduled(),
          step.step(),
          step.sent() + step.shed(),
          several(generator) ? "; one generator is off by " + generator.unsent() : "");
    }
  }

  private static boolean several(GeneratorResult generator) {
    return generators(generator) > 1;
  }

  /** One, where an older operator recorded no number. */
  private static int generators(GeneratorResult generator) {
    return generator.generators() == null ? 1 : generator.generators();
  }

  /** Of the generator that is most off, so that others cannot make up for it. */
  private static long unsent(StepResult step) {
    return step.generator().unsent() == null
        ? Math.abs(step.scheduled() - step.sent() - step.shed())
        : step.generator().unsent();
  }

  /**
   * Everything that the client was told of is there, and nothing that it did not ask for: a request
   * that failed at the client may or may not have reached the database, and one that was shed was
   * never sent.
   */
  private static void audit(RunTotals totals, AuditResult audit, List<Invalid> found) {
    if (audit == null) {
      add(found, Reason.AUDIT_FAILED, "the database was not counted after the run");
      return;
    }
    if (audit.done().isEmpty()) {
      add(found, Reason.AUDIT_FAILED, "the audit of the database tells of no transaction");
    }
    for (AuditResult.RowCount fault : audit.faults()) {
      add(
          found,
          Reason.AUDIT_FAILED,
          "%d rows of the database break a rule of the data: %s",
          fault.rows(),
          fault.name());
    }
    if (totals != null) {
      audit.done().forEach(done -> counted(totals, done, found));
      workOrdersCounted(totals, audit, found);
    }
  }

  /**
   * What is made on production lines is business too: an audit of order entry alone is not enough.
   */
  private static void workOrdersCounted(RunTotals totals, AuditResult audit, List<Invalid> found) {
    if (totals.transactions().stream().anyMatch(sent -> sent.name().equals(EcperfSpec.WORK_ORDER))
        && audit.done().stream().noneMatch(done -> done.name().equals(EcperfSpec.WORK_ORDER))) {
      add(
          found,
          Reason.AUDIT_FAILED,
          "the audit of the database tells nothing of %s",
          EcperfSpec.WORK_ORDER);
    }
  }

  private static void counted(RunTotals totals, AuditResult.RowCount done, List<Invalid> found) {
    TransactionCount client =
        totals.transactions().stream()
            .filter(count -> count.name().equals(done.name()))
            .findFirst()
            .orElse(new TransactionCount(done.name(), 0L, 0L, 0L));
    if (done.rows() < client.ok() || done.rows() > client.mostDone()) {
      add(
          found,
          Reason.AUDIT_FAILED,
          "the database holds what %d transactions %s left, the client counted %d completed and %d"
              + " sent and failed",
          done.rows(),
          done.name(),
          client.ok(),
          client.mostDone() - client.ok());
    }
  }

  private static void add(List<Invalid> found, Reason reason, String format, Object... values) {
    found.add(new Invalid(reason, String.format(Locale.ROOT, format, values)));
  }
}
