package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Complete experiments on nodes that rotate the load generators' logs. */
class RotatedLogOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void recordsThatWereReadBeforeTheirLogWasRotatedAreKept() {
    ScalabilityExperiment ended = run(Experiments.small(api.namespace()), "kept", true);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(runs("kept-base-1"))
        .allSatisfy(run -> assertThat(run.phase()).isEqualTo(RunPhase.VALID));
  }

  /** Each step is printed by the second generator after the first one's log was rotated. */
  @Test
  void aGeneratorsRecordsAreKeptUntilTheOthersHavePrintedTheirs() {
    ScalabilityExperiment shared = Experiments.shared(Experiments.small(api.namespace()), 2);

    ScalabilityExperiment ended = run(shared, "shared", true);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void recordsThatNobodyHadReadInvalidateTheRunWithTheReason() {
    played.endpoints().rotateAfter("\"step\":2,");

    ScalabilityExperiment ended = run(Experiments.small(api.namespace()), "lost", false);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = runs("lost-base-1").get(0);
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.LOAD_OUTPUT_ROTATED);
    assertThat(run.message())
        .contains("the log of pod lost-base-1-r1-load-abcde begins later")
        .contains("containerLogMaxSize");
    assertThat(run.steps()).extracting(StepResult::step).containsExactly(3, 4);
  }

  @Test
  void copiesAtTheEndReplaceRecordsThatNobodyHadRead() {
    played.endpoints().rotateAfter("\"step\":2,");
    played.cluster().repeatSteps();

    ScalabilityExperiment ended = run(Experiments.small(api.namespace()), "copied", false);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(runs("copied-base-1").get(0).steps())
        .extracting(StepResult::step)
        .containsExactly(1, 2, 3, 4);
  }

  private ScalabilityExperiment run(
      ScalabilityExperiment experiment, String name, boolean rotated) {
    return PlayedExperiment.run(
        api.client(),
        played.endpoints(),
        played.cluster(),
        Experiments.applied(api, name, experiment),
        () -> {
          if (rotated) {
            played.endpoints().rotate();
          }
        });
  }

  private static List<RunResult> runs(String trial) {
    return api.trial(trial).getStatus().runs();
  }
}
