package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pod is deleted in a run, once, against a real API server, whenever the operator is killed. */
class DisturbanceOnApiServerTest {
  private static final String DELETE = "action: DeletePod";

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private DisturbedExperiment experiment;

  @AfterEach
  void disconnect() {
    experiment.close();
  }

  @ParameterizedTest
  @EnumSource
  void onePodIsDeletedOnceWheneverTheOperatorIsKilled(Kill kill) {
    String name = "kill-" + kill.ordinal();
    experiment = new DisturbedExperiment(api, played, name);

    ScalabilityExperiment ended =
        experiment.run(DELETE, kill, new DisturbedExperiment.Meanwhile() {});

    assertThat(experiment.kills() > 30)
        .as("killed %d times", experiment.kills())
        .isEqualTo(kill != Kill.NEVER);
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    RunResult run = experiment.first();
    assertThat(run.phase()).as(run.message()).isEqualTo(RunPhase.VALID);
    DisturbanceResult made = run.disturbances().get(0);
    assertThat(made.pods())
        .extracting(DisturbedPod::uid)
        .containsExactlyElementsOf(experiment.ended());
    assertThat(made.pods()).extracting(DisturbedPod::node).containsExactly("played-app");
    assertThat(Instant.parse(made.dueAt()))
        .isEqualTo(Instant.parse(run.startedAt()).plusSeconds(12));
    assertThat(made.lateMillis())
        .as("the test's clock ticks every 900 ms")
        .isBetween(0L, kill == Kill.NEVER ? 2000L : 12_000L);
    assertThat(made.podsBackAt()).isNotNull();
    assertThat(made.effect().stateTransferSeconds())
        .as("the played servers transfer state for a tenth of the time")
        .isPositive();
    assertThat(ended.getStatus().configurations())
        .flatExtracting(ConfigurationResult::disturbances)
        .extracting(DisturbanceRow::name, DisturbanceRow::runs)
        .containsExactly(tuple("kill", 1));
    assertThat(experiment.events(Reason.DISTURBED))
        .containsExactly(
            "%s-base-2-r1: kill in step 1: deleting %s".formatted(name, made.pods().get(0).pod()));
  }

  @Test
  void eachOfSeveralIsToldByAnEventOfItsOwn() {
    experiment = new DisturbedExperiment(api, played, "two");

    experiment.run(
        DELETE
            + ", server: 2, tier: Application, atSecond: 12}, {name: other, server: 1, "
            + DELETE,
        Kill.NEVER,
        new DisturbedExperiment.Meanwhile() {});

    assertThat(experiment.events(Reason.DISTURBED))
        .containsExactlyInAnyOrder(
            "two-base-2-r1: kill in step 1: deleting two-base-2-app-1",
            "two-base-2-r1: other in step 1: deleting two-base-2-app-0");
  }

  @Test
  void aPodThatSomethingElseHasEndedBeforeMakesTheRunInvalid() {
    experiment = new DisturbedExperiment(api, played, "gone");

    ScalabilityExperiment ended =
        experiment.run(
            DELETE,
            Kill.NEVER,
            new DisturbedExperiment.Meanwhile() {
              @Override
              public void before(List<Pod> chosen) {
                chosen.forEach(experiment::end);
              }
            });

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = experiment.first();
    assertThat(run.reason()).isEqualTo(Reason.DISTURBANCE_FAILED);
    assertThat(run.message())
        .isEqualTo(
            "kill was not made in step 1: pod %s was gone already"
                .formatted(run.disturbances().get(0).pods().get(0).pod()));
  }
}
