package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandTestTest {
  private static final int TRIALS = 4000;

  @Test
  void aRunWhoseTransactionsTakeMoreCpuThanThoseOfTheOthersWasNotWarm() {
    Optional<Invalid> found =
        DemandTest.check(run(3, 4.0, 11, 11), List.of(run(1, 0, 10, 10), run(2, 0, 10, 10)));

    assertThat(found).map(Invalid::reason).hasValue(Reason.NOT_WARM);
    assertThat(found.orElseThrow().message())
        .contains("10 % more CPU time")
        .contains("the JIT compilers were busy for 4.0 %");
  }

  /** As after a move to a slower machine. */
  @Test
  void withoutABusyCompilerItWasNotTheWarmUp() {
    assertThat(DemandTest.check(run(2, 0.5, 12, 12), List.of(run(1, 0, 10, 10)))).isEmpty();
    assertThat(DemandTest.check(run(2, null, 12, 12), List.of(run(1, 0, 10, 10)))).isEmpty();
  }

  @Test
  void nothingIsComparedAtOtherLoadsOrWithoutOtherRuns() {
    RunResult other = run(1, 0, 10, 10);
    List<StepResult> steps =
        other.steps().stream().map(step -> step.withTarget(StepTarget.ofRate(7))).toList();

    assertThat(DemandTest.check(run(2, 9.0, 20, 20), List.of(other.withSteps(steps)))).isEmpty();
    assertThat(DemandTest.check(run(1, 9.0, 20, 20), List.of())).isEmpty();
  }

  /** One that was started under load is cold, and in each run a little differently. */
  @Test
  void serversAreNotComparedAfterADisturbance() {
    RunResult other = run(1, 4.0, 10, 13, 10).withPlan(ValidRuns.disturbedIn(2));
    RunResult colder = run(2, 4.0, 10, 20, 12).withPlan(ValidRuns.disturbedIn(2));
    RunResult coldBefore = run(3, 4.0, 12, 13, 10).withPlan(ValidRuns.disturbedIn(2));

    assertThat(DemandTest.check(colder, List.of(other))).isEmpty();
    assertThat(DemandTest.check(coldBefore, List.of(other))).isPresent();
  }

  /** The first run has nothing to compare it with until the second has ended. */
  @Test
  void theFirstRunIsFoundByTheSecond() {
    RunResult first = run(1, 5.0, 12, 12);
    RunResult second = run(2, 0.4, 10, 10);

    RunResult cold = DemandTest.notWarm(List.of(first, second), run -> true).orElseThrow();

    assertThat(cold.number()).isEqualTo(1);
    assertThat(cold.phase()).isEqualTo(RunPhase.INVALID);
    assertThat(cold.reason()).isEqualTo(Reason.NOT_WARM);
    assertThat(DemandTest.notWarm(List.of(cold, second), run -> true)).isEmpty();
  }

  /** As in a search, whose probes are short. */
  @Test
  void oneStepMustDifferMoreAndAProbeMost() {
    RunResult whole = run(1, 4.0, 10);

    assertThat(DemandTest.check(run(2, 4.0, 10.9), List.of(whole))).isEmpty();
    assertThat(DemandTest.check(run(2, 4.0, 11.1), List.of(whole))).isPresent();
    assertThat(DemandTest.check(probe(run(2, 4.0, 11.9)), List.of(whole))).isEmpty();
    assertThat(DemandTest.check(probe(run(2, 4.0, 12.1)), List.of(whole))).isPresent();
    assertThat(DemandTest.check(run(2, 4.0, 15), List.of(probe(whole))))
        .as("a whole step, compared with a probe")
        .isEmpty();
  }

  private static RunResult probe(RunResult run) {
    RunPlan plan = run.plan();
    return run.withPlan(
        new RunPlan(
            plan.run(),
            plan.repetition(),
            plan.steps(),
            plan.settleSeconds() + plan.measuredSeconds() / 3,
            plan.settleSeconds(),
            plan.rampSeconds(),
            plan.seed()));
  }

  /** Warm runs whose compilers still work: only the error of the CPU time can raise an alarm. */
  @ParameterizedTest
  @CsvSource({"1, 0.01, 0.01", "1, 0.02, 0.1", "4, 0.01, 0.01", "4, 0.02, 0.1"})
  void warmRunsRarelyRaiseAnAlarm(int steps, double error, double maxPercent) {
    assertThat(alarms(steps, error, 0)).isLessThanOrEqualTo(maxPercent);
  }

  /** What a window's own test finds in one of forty cases. */
  @ParameterizedTest
  @CsvSource({"1, 0.01, 0.13, 97", "1, 0.02, 0.15, 95", "4, 0.02, 0.1, 97"})
  void aRunThatIsOffIsFound(int steps, double error, double cold, double minPercent) {
    assertThat(alarms(steps, error, cold)).isGreaterThanOrEqualTo(minPercent);
  }

  private static double alarms(int steps, double error, double cold) {
    Random random = new Random(steps);
    int alarms = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      List<RunResult> runs = new ArrayList<>();
      for (int run = 1; run <= 3; run++) {
        double factor = run == 3 ? 1 + cold : 1;
        runs.add(
            run(
                run,
                2.0,
                IntStream.range(0, steps)
                    .mapToDouble(step -> 10 * factor * (1 + error * random.nextGaussian()))
                    .toArray()));
      }
      alarms += DemandTest.check(runs.get(2), runs.subList(0, 2)).isPresent() ? 1 : 0;
    }
    return 100.0 * alarms / TRIALS;
  }

  private static RunResult run(int number, int jit, double... millis) {
    return run(number, (Double) (double) jit, millis);
  }

  private static RunResult run(int number, Double jitPercent, double... millis) {
    return ValidRuns.compiled(number, jitPercent, millis);
  }
}
