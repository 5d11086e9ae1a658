package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.analysis.Steps.OBJECTIVES;
import static dev.scalelab.operator.analysis.Steps.QUICK;
import static dev.scalelab.operator.analysis.Steps.SLOW;
import static dev.scalelab.operator.analysis.Steps.run;
import static dev.scalelab.operator.analysis.Steps.step;
import static dev.scalelab.operator.analysis.Steps.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.TrialResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether the load of a trial exceeded what the configuration could do. */
class SaturationTest {

  @Test
  void aPeakThatIsNoMoreThanTheHighestRateWasOnlyRequested() {
    RunResult slow = run(step(1, 20, 200, 0), step(2, 40, 398, 0));
    RunResult behind = run(step(1, 20, 200, 0), step(2, 40, 370, 0));

    assertThat(result(slow, SLOW).saturated()).as("an objective was missed").isTrue();
    assertThat(result(slow, SLOW).peakReached()).isFalse();
    assertThat(result(behind, QUICK).peakReached()).isTrue();
    assertThat(result(run(users(1, 10, 100)), QUICK).peakReached())
        .as("users wait for the servers")
        .isTrue();
  }

  private static TrialResult result(RunResult run, ResponseTimes times) {
    return TrialAnalysis.of(List.of(run), Map.of(1, times, 2, times), OBJECTIVES);
  }

  @Test
  void aConfigurationThatDidAllThatWasRequestedIsNotSaturated() {
    RunResult run = run(step(1, 20, 200, 0), step(2, 40, 398, 0));

    assertThat(TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, QUICK), OBJECTIVES).saturated())
        .isFalse();
  }

  @Test
  void fallingShortOfTheRateIsSaturationEvenWithinTheObjectives() {
    RunResult run = run(step(1, 20, 200, 0), step(2, 40, 370, 0));

    assertThat(TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, QUICK), OBJECTIVES).saturated())
        .isTrue();
  }

  @Test
  void usersWhoAddThroughputHaveNotSaturatedAConfiguration() {
    RunResult run = run(users(1, 10, 100), users(2, 20, 198), users(3, 10, 101));

    assertThat(saturatedWithoutAMiss(run)).isFalse();
  }

  @Test
  void usersWhoAddNothingHave() {
    assertThat(saturatedWithoutAMiss(run(users(1, 10, 100), users(2, 20, 150), users(3, 40, 152))))
        .isTrue();
    assertThat(saturatedWithoutAMiss(run(users(1, 30, 100), users(2, 60, 106)))).isTrue();
  }

  @Test
  void aFewFurtherUsersAreHeldToTheirOwnShare() {
    assertThat(saturatedWithoutAMiss(run(users(1, 100, 1000), users(2, 104, 1039)))).isFalse();
  }

  @Test
  void oneNumberOfUsersDoesNotShowWhetherItIs() {
    assertThat(saturatedWithoutAMiss(run(users(1, 60, 300)))).isNull();
    assertThat(result(run(users(1, 60, 300)), SLOW).saturated()).as("missed").isTrue();
  }

  private static Boolean saturatedWithoutAMiss(RunResult run) {
    return TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, QUICK, 3, QUICK), OBJECTIVES)
        .saturated();
  }
}
