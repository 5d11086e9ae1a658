package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenRuns.pool;
import static dev.scalelab.operator.diagnosis.GivenRuns.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.ScreenFinding;
import dev.scalelab.operator.api.ScreenFindingKind;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which configurations of the cells throw or leak. Each step has 60 s with 10 calls a second. */
class FunctionalScreenTest {

  @Test
  void whoThrowsIsNamedByTheLoadGenerator() {
    StepResult step =
        step(0.0)
            .withErrors(
                List.of(
                    new FailureCount("configuration 4 has thrown", 30L),
                    new FailureCount("HTTP 503", 5L),
                    new FailureCount("configuration 5 has thrown", 60L)));

    assertThat(found("{\"3\": 1, \"4\": 1, \"5\": 2}", false, step, step))
        .extracting(ScreenFinding::kind, ScreenFinding::configuration, ScreenFinding::perHour)
        .containsExactly(
            tuple(ScreenFindingKind.THROWS, "4", 1800.0),
            tuple(ScreenFindingKind.THROWS, "5", 3600.0));
  }

  @Test
  void whatGrowsInEveryStepIsALeak() {
    ScreenFinding found =
        found("{\"1\": 1}", true, step(100_000.0), step(104_000.0)).iterator().next();

    assertThat(found.kind()).isEqualTo(ScreenFindingKind.LEAKS);
    assertThat(found.bytesEach()).isEqualTo(10_200);
    assertThat(found.text())
        .isEqualTo("Configuration 1 leaks: 10200 bytes in each call, 367 MB an hour");
  }

  @Test
  void ofAMixAllAreNamed() {
    assertThat(found("{\"1\": 1, \"3\": 1}", true, step(100_000.0)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.configuration()).isEqualTo("1, 3");
              assertThat(found.text()).startsWith("One of the configurations 1, 3 leaks: 10000 ");
            });
  }

  @Test
  void noiseIsNoLeak() {
    assertThat(found("{\"3\": 1}", true, step(300_000.0), step(-20_000.0)))
        .as("falls once")
        .isEmpty();
    assertThat(found("{\"3\": 1}", true, step(900.0), step(2_000.0)))
        .as("100 to 200 bytes a call")
        .isEmpty();
  }

  @Test
  void withoutAFigureNothingIsKnown() {
    assertThat(found("{\"1\": 1}", true, step(100_000.0), step(null)))
        .extracting(ScreenFinding::kind)
        .containsExactly(ScreenFindingKind.UNKNOWN);
    assertThat(found("{\"1\": 1}", false, step(null))).as("not screened").isEmpty();
  }

  @Test
  void otherWorkloadsAreNotScreened() {
    assertThat(
            FunctionalScreen.of(
                Experiments.two(Experiments.small("default")), runs(step(100_000.0))))
        .isNull();
  }

  private static List<ScreenFinding> found(String weights, boolean screen, StepResult... steps) {
    Configuration cells =
        Experiments.two(
            Experiments.with(
                Experiments.small("default"),
                """
                workload: {type: Cells, cells: {weights: %s, screen: %s}}
                system: {application: {connectionPoolSize: 20}}
                """
                    .formatted(weights, screen)));
    return FunctionalScreen.of(cells, runs(steps));
  }

  /** Growth of the old generation in bytes per second; null if unknown. */
  private static StepResult step(Double growth) {
    StepResult step = pool(10, 0);
    Map<String, Double> signals = new HashMap<>(step.evidence().signals());
    if (growth != null) {
      signals.put("oldGenerationGrowth", growth);
    }
    return step.withEvidence(step.evidence().withSignals(signals));
  }
}
