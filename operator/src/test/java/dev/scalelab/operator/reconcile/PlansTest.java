package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.report.Measured;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans that are kept between reconciliations. */
class PlansTest {
  private final Plans plans = new Plans(PodSettings.NONE, Parts.TOPOLOGY, any -> false);

  @Test
  void aPlanIsComputedOnceForTheSameExperiment() {
    Plan plan = plans.of(experiment("uid-1"));

    assertThat(plans.of(experiment("uid-1"))).isSameAs(plan);
    assertThat(plans.of(experiment("uid-2"))).as("another one").isNotSameAs(plan);
  }

  @Test
  void itIsComputedAgainWhenConfigurationsAreAdded() {
    plans.of(experiment("uid-1"));
    ScalabilityExperiment larger = experiment("uid-1");
    Experiments.with(larger, "sweep: {replicas: [1, 2, 3]}");

    assertThat(plans.of(larger).configurations()).hasSize(3);
  }

  @Test
  void itIsComputedAgainWhenTheFirstTestbedHasRecordedItsImages() {
    plans.of(experiment("uid-1"));
    ScalabilityExperiment started = experiment("uid-1");
    started.setStatus(
        Measured.images(
            List.of(new TierImage("application", "app:1", "docker.io/library/app@sha256:aa"))));

    assertThat(plans.of(started).configurations().get(0).application().image())
        .isEqualTo("app:1@sha256:aa");
  }

  @Test
  void onlyTheLastOnesOfLargePlansAreKept() {
    ScalabilityExperiment first = large("uid-1");
    Plan before = plans.of(first);
    plans.of(large("uid-2"));
    assertThat(plans.of(first)).as("two have room").isSameAs(before);
    plans.of(large("uid-3"));
    plans.of(large("uid-4"));

    assertThat(plans.of(first)).isNotSameAs(before).isEqualTo(before);
  }

  private static ScalabilityExperiment large(String uid) {
    String heaps =
        IntStream.range(500, 520).mapToObj(heap -> heap + "Mi").collect(Collectors.joining(","));
    String pools =
        IntStream.range(1, 11).mapToObj(String::valueOf).collect(Collectors.joining(","));
    return Experiments.with(
        experiment(uid),
        """
        sweep:
          replicas: [1, 2, 3, 4, 5, 6, 7, 8, 9]
          factors:
          - {setting: application.heap, values: [%s]}
          - {setting: application.connectionPoolSize, values: [%s]}
        """
            .formatted(heaps, pools));
  }

  private static ScalabilityExperiment experiment(String uid) {
    ScalabilityExperiment experiment = Experiments.small("default");
    experiment.getMetadata().setUid(uid);
    return experiment;
  }
}
