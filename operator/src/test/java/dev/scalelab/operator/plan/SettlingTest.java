package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private static final RunResult VALID = Given.run(1, RunPhase.VALID);

  @Test
  void aRunAfterOneThatWasNotSteadySettlesTwiceAsLong() {
    Configuration configuration = configuration("{maxInvalidRuns: 3}");
    RunPlan first = Ladder.next(configuration, Given.warm());

    RunPlan second = Ladder.next(configuration, Given.warm(invalid(1, Reason.NOT_STEADY)));

    assertThat(second.settleSeconds()).isEqualTo(2 * first.settleSeconds());
    assertThat(second.stepSeconds() - second.settleSeconds())
        .as("the measured part")
        .isEqualTo(first.stepSeconds() - first.settleSeconds());
  }

  @Test
  void itDoublesTwiceAndNoMore() {
    List<RunResult> three =
        List.of(
            VALID,
            invalid(2, Reason.NOT_STEADY),
            invalid(3, Reason.NOT_WARM),
            invalid(4, Reason.NOT_STEADY));

    assertThat(Settling.factor(three.subList(0, 1))).isEqualTo(1);
    assertThat(Settling.factor(three.subList(0, 2))).isEqualTo(2);
    assertThat(Settling.factor(three.subList(0, 3))).isEqualTo(4);
    assertThat(Settling.factor(three)).isEqualTo(4);
  }

  @Test
  void otherReasonsDoNotChangeThePlan() {
    assertThat(Settling.factor(List.of(invalid(1, Reason.LOAD_FAILED)))).isEqualTo(1);
  }

  @Test
  void aRunIsRepeatedUntilItHasSettledFourTimesAsLong() {
    List<RunResult> two = List.of(invalid(1, Reason.NOT_WARM), invalid(2, Reason.NOT_STEADY));
    assertThat(repeats("{maxInvalidRuns: 5}", List.of())).isTrue();
    assertThat(repeats("{maxInvalidRuns: 5}", two.subList(0, 1))).isTrue();
    assertThat(repeats("{maxInvalidRuns: 5}", two)).isFalse();
  }

  private static boolean repeats(String change, List<RunResult> before) {
    Configuration configuration = configuration(change);
    RunPlan plan = Ladder.next(configuration, Given.warm(before.toArray(RunResult[]::new)));
    return Settling.repeats(configuration, plan);
  }

  private static RunResult invalid(int number, Reason reason) {
    return Given.run(number, RunPhase.INVALID).withReason(reason);
  }

  private static Configuration configuration(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change)).configurations().get(0);
  }
}
