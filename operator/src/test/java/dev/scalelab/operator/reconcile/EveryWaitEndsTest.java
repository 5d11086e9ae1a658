package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.running;
import static dev.scalelab.operator.reconcile.Given.warm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.reconcile.Rows.Bed;
import dev.scalelab.operator.testbed.ComponentState;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A testbed in any state that never changes, whatever the operator does: within the sum of the
 * deadlines its trial, or its run, has ended with a reason. So no step can wait forever.
 */
class EveryWaitEndsTest {
  private static final List<Plan> PLANS =
      Stream.of("OrderEntry", "ECperf", "Cart", "Portal")
          .map(type -> Given.plan("small", "workload: {type: %s}".formatted(type)))
          .toList();

  /** The steps that end all waits. */
  private static final Set<Class<?>> ENDS =
      Set.of(
          NextStep.FailTrial.class,
          NextStep.InvalidateRun.class,
          NextStep.JudgeRun.class,
          NextStep.LoseRun.class,
          NextStep.MarkReady.class,
          NextStep.RecordRun.class);

  /**
   * Steps that are not reachable from the states below: they have no trial, or no testbed, or it
   * was suspended or terminated, or there is no disturbance in the plan.
   */
  private static final Set<Class<?>> ELSEWHERE =
      Set.of(
          NextStep.Check.class,
          NextStep.Reject.class,
          NextStep.CreateTrial.class,
          NextStep.FinishTrial.class,
          NextStep.Finish.class,
          NextStep.TearDown.class,
          NextStep.ClearTestbed.class,
          NextStep.AwaitCluster.class,
          NextStep.Idle.class,
          NextStep.RecreateServers.class,
          NextStep.EndRound.class,
          NextStep.PrepareDisturbance.class,
          NextStep.AwaitDisturbance.class,
          NextStep.Disturb.class,
          NextStep.Reopen.class,
          NextStep.Suspend.class,
          NextStep.Release.class,
          NextStep.Resume.class,
          NextStep.ConcludeTrial.class,
          NextStep.Conclude.class,
          NextStep.Expire.class);

  /** Enough to cover all combinations of states of any three parts. */
  private static final int TESTBEDS = 5_000;

  private final Random random = new Random(1);
  private final Set<Class<?>> seen = new HashSet<>();

  @Test
  void aTestbedThatNeverChangesEndsItsTrial() {
    for (int i = 0; i < TESTBEDS; i++) {
      Plan plan = PLANS.get(i % PLANS.size());
      Bed bed = anyBed();
      ends(plan, begun(), bed);
      ends(plan, warm(), bed);
      RunResult run = running(random.nextInt(3), random.nextBoolean(), random.nextBoolean(), false);
      ends(plan, warm(run), bed);
    }
    assertThat(StepTable.kinds(NextStep.class))
        .as("steps that were neither seen nor are said to be elsewhere")
        .allMatch(step -> seen.contains(step) || ELSEWHERE.contains(step));
    assertThat(seen).doesNotContainAnyElementsOf(ELSEWHERE);
  }

  /**
   * Like the reconciler: a step is performed, which changes nothing, and the state observed again.
   */
  private void ends(Plan plan, ScalabilityTrialStatus begin, Bed bed) {
    Configuration first = plan.configurations().get(0);
    ScalabilityTrialStatus trial = begin;
    NextStep step = null;
    Instant end = NOW.plus(Duration.ofHours(3));
    for (Instant now = NOW; now.isBefore(end); now = now.plusSeconds(60)) {
      Observed observed = Rows.observed(plan, Map.of(first.name(), trial), bed.build(first, trial));
      step = Decision.decide(plan, observed, now);
      seen.add(step.getClass());
      if (ENDS.contains(step.getClass())) {
        return;
      }
      trial = waiting(observed.testbed().components(), trial, (NextStep.OfTrial) step, now);
    }
    assertThat(step).as("what a trial still waits for after three hours").isNull();
  }

  private static ScalabilityTrialStatus waiting(
      List<ComponentState> components,
      ScalabilityTrialStatus trial,
      NextStep.OfTrial step,
      Instant now) {
    boolean further =
        step.part() != null
            && (trial.waiting() == null
                || Deadlines.after(components, step.part(), trial.waiting().part()));
    return further ? trial.waitingFor(new Waiting(step.part(), now.toString(), null)) : trial;
  }

  private Bed anyBed() {
    Bed bed = new Bed();
    bed.database = readiness(bed.database, Reason.DATABASE_NOT_READY);
    bed.prepare = job(bed.prepare);
    bed.servers = readiness(bed.servers, Reason.SERVERS_NOT_READY);
    bed.members = readiness(bed.members, Reason.CLUSTER_NOT_FORMED);
    bed.balancer = readiness(bed.balancer, Reason.BALANCER_NOT_READY);
    bed.supplier = readiness(Given.ready(), Reason.SUPPLIER_NOT_READY);
    bed.warmUp = job(bed.warmUp);
    bed.cpuLimit = random.nextInt(4) == 0 ? Readiness.incomplete("its message") : bed.cpuLimit;
    bed.reset = job(bed.reset);
    bed.load = job(bed.load);
    bed.audit = job(bed.audit);
    bed.queues = readiness(Given.ready(), Reason.QUEUES_NOT_EMPTY);
    return bed;
  }

  private Readiness readiness(Readiness usual, Reason reason) {
    return switch (random.nextInt(8)) {
      case 0 -> Readiness.absent();
      case 1 -> Readiness.waiting(reason, "its message");
      case 2 -> Readiness.waiting(reason, null);
      default -> usual;
    };
  }

  private JobObservation job(JobObservation usual) {
    return switch (random.nextInt(8)) {
      case 0 -> JobObservation.absent();
      case 1 -> new JobObservation(JobObservation.State.NOT_OURS, NOW, null, "another's");
      case 2 -> new JobObservation(JobObservation.State.ACTIVE, NOW, null, null);
      case 3 ->
          Given.failed(
              random.nextBoolean()
                  ? JobObservation.Cause.EXIT_CODE
                  : JobObservation.Cause.POD_LOST);
      case 4 -> new JobObservation(JobObservation.State.SUCCEEDED, NOW, null, null);
      default -> usual;
    };
  }
}
