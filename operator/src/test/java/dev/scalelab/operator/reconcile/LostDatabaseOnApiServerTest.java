package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.InvalidStep;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment whose servers are without their database for a part of the time. */
class LostDatabaseOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void eachStepHasItsReasonAndTheRunHasAll() {
    played.endpoints().databaseLost(at -> 0.1 * (at - 1_700_000_000));

    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(api, "lost", Experiments.small(api.namespace())),
            () -> {});

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    List<RunResult> runs = runs("lost-base-1");
    assertThat(runs)
        .isNotEmpty()
        .allSatisfy(
            run -> {
              assertThat(run.phase()).isEqualTo(RunPhase.INVALID);
              assertThat(run.reason()).isEqualTo(Reason.DATABASE_LOST);
              assertThat(run.message()).contains("in step 1", "in step 4");
            });
    // A tenth of each window of 20 s.
    assertThat(runs.get(0).steps())
        .hasSize(4)
        .allSatisfy(
            step ->
                assertThat(step.invalid())
                    .isEqualTo(
                        new InvalidStep(
                            Reason.DATABASE_LOST,
                            "a server was without its database for 2.0 s in step "
                                + step.step()
                                + " (an outage counts from its sixth second, or from its first if"
                                + " the database refused or closed connections)")));
  }

  private static List<RunResult> runs(String trial) {
    return api.trial(trial).getStatus().runs();
  }
}
