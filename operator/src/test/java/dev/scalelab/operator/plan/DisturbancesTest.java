package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepTarget;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many pods a run loses, by what was planned and what was found on its nodes. */
class DisturbancesTest {
  private static final PlannedDisturbance LOSS =
      new PlannedDisturbance(
          "loss", DisturbanceAction.LOSE_NODE, "Application", 1, null, 2, 30, 10);
  private static final RunPlan PLAN =
      new RunPlan(1, 1, Collections.nCopies(3, StepTarget.ofRate(40)), 60, 5, 2, 1L)
          .disturbedBy(List.of(LOSS));

  @Test
  void aLostNodeTakesWhatWasFoundOnIt() {
    RunResult run =
        RunResult.begun(PLAN)
            .disturbedBy(
                DisturbanceResult.prepared(
                    "loss",
                    List.of(
                        new DisturbedPod("app-0", "n", "u0"),
                        new DisturbedPod("app-1", "n", "u1"),
                        new DisturbedPod("db-1", "n", "u2", "Database")),
                    "2026-11-27T10:00:30Z"));

    RunPlan made = Disturbances.asMade(run);

    assertThat(Disturbances.taken(made, "application", 2)).isEqualTo(2);
    assertThat(Disturbances.taken(made, "database", 3)).isEqualTo(1);
    assertThat(Disturbances.taken(made, "application", 1)).as("before").isZero();
    assertThat(Disturbances.taken(made, "balancer", 3)).isZero();
  }

  @Test
  void nothingIsBackAfterTheEndOfTheLoad() {
    RunResult running = RunResult.begun(PLAN);
    RunResult ended = running.withFinishedAt("2026-11-27T10:03:00Z");

    assertThat(withinLoad(running, "2026-11-27T10:05:00Z")).isEqualTo("2026-11-27T10:05:00Z");
    assertThat(withinLoad(ended, "2026-11-27T10:02:00Z")).isEqualTo("2026-11-27T10:02:00Z");
    assertThat(withinLoad(ended, "2026-11-27T10:05:00Z")).isEqualTo("2026-11-27T10:03:00Z");
    assertThat(withinLoad(ended.withFinishedAt("2026-11-27T10:00:10Z"), "2026-11-27T10:05:00Z"))
        .as("nor before the disturbance, by another clock")
        .isEqualTo("2026-11-27T10:00:30Z");
  }

  private static String withinLoad(RunResult run, String time) {
    DisturbanceResult made =
        DisturbanceResult.prepared("loss", List.of(), "2026-11-27T10:00:30Z")
            .withMadeAt("2026-11-27T10:00:30Z");
    return Disturbances.withinLoad(run, made, Instant.parse(time)).toString();
  }

  @Test
  void beforeItIsKnownItTakesWhatWasPlanned() {
    assertThat(Disturbances.asMade(RunResult.begun(PLAN))).isEqualTo(PLAN);
  }
}
