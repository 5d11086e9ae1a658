package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Complete experiments whose load generators, or whose Prometheus, have another time. */
class ClocksOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @ParameterizedTest
  @CsvSource({"60, ahead of, ahead", "-60, behind, behind"})
  void aGeneratorWithAnotherTimeInvalidatesTheRun(int seconds, String message, String name) {
    played.cluster().loadClocksAhead(Duration.ofSeconds(seconds));

    RunResult run = firstRun(name);

    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.CLOCKS_DIFFER);
    assertThat(run.message())
        .containsPattern(
            "the load generator's clock is at least (5[0-9]|60).[0-9] s "
                + message
                + " the operator's")
        .contains("synchronize the clocks");
    assertThat(run.steps())
        .filteredOn(step -> step.invalid() != null)
        .isNotEmpty()
        .allSatisfy(step -> assertThat(step.invalid().reason()).isEqualTo(Reason.CLOCKS_DIFFER));
  }

  @Test
  void aPrometheusWithAnotherTimeInvalidatesTheRun() {
    played.endpoints().clockAhead(-60);

    RunResult run = firstRun("prometheus");

    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.CLOCKS_DIFFER);
    assertThat(run.message())
        .containsPattern("Prometheus' clock is at least (5[0-9]|60).[0-9] s behind the operator's");
  }

  @Test
  void clocksThatAgreeAreReportedWithTheirBounds() {
    played.endpoints().clockAhead(0.2);

    ScalabilityExperiment ended = ended("agree");

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    StepResult step = runOf("agree").steps().get(0);
    assertThat(step.clocks().prometheus().minMillis()).isLessThanOrEqualTo(201);
    assertThat(step.clocks().prometheus().maxMillis()).isGreaterThanOrEqualTo(199);
    assertThat(step.clocks().generators().get("0").minMillis()).isNegative();
  }

  private RunResult firstRun(String name) {
    assertThat(ended(name).getStatus().phase()).isEqualTo(Phase.FAILED);
    return runOf(name);
  }

  private ScalabilityExperiment ended(String name) {
    return PlayedExperiment.run(
        api.client(),
        played.endpoints(),
        played.cluster(),
        Experiments.applied(api, name, Experiments.small(api.namespace())),
        () -> {});
  }

  private static RunResult runOf(String name) {
    return api.trial(name + "-base-1").getStatus().runs().get(0);
  }
}
