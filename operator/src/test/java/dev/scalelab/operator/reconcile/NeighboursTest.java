package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of other experiments by their watch. */
class NeighboursTest {
  private final Neighbours neighbours =
      new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());

  @Test
  void oneWhoseDeletionWasMissedIsForgottenThoughOnlyItsNameIsKnown() {
    neighbours.seen(started("measured", "uid-1"));
    assertThat(neighbours.started()).isEqualTo(1);

    ScalabilityExperiment reduced = new ScalabilityExperiment();
    reduced.setMetadata(
        new ObjectMetaBuilder().withNamespace("default").withName("measured").build());
    neighbours.gone(reduced);

    assertThat(neighbours.started()).isZero();
  }

  @Test
  void oneThatWasCreatedAgainTakesThePlaceOfTheOldOne() {
    neighbours.seen(started("again", "uid-1"));
    neighbours.seen(waiting("again", "uid-2"));

    assertThat(neighbours.started()).isZero();
    assertThat(neighbours.waiting()).isEqualTo(1);
  }

  @Test
  void thoseOfANamespaceThatCannotBeWatchedAreForgotten() {
    neighbours.seen(started("measured", "uid-1"));

    neighbours.goneWith("other");
    assertThat(neighbours.started()).isEqualTo(1);

    neighbours.goneWith("default");
    assertThat(neighbours.started()).isZero();
  }

  @Test
  void thoseThatWaitForTheSameAreCounted() {
    assertThat(neighbours.waitsFor(waiting("a", "uid-1"), "quota")).isEqualTo(1);
    assertThat(neighbours.waitsFor(waiting("b", "uid-2"), "quota")).isEqualTo(2);
    assertThat(neighbours.waitsFor(waiting("c", "uid-3"), "ConfigMap")).isEqualTo(1);
    assertThat(neighbours.waitingForOtherThings()).isEqualTo(3);

    neighbours.waitsForNothingElse(waiting("a", "uid-1"));
    assertThat(neighbours.waitsFor(waiting("b", "uid-2"), "quota")).isEqualTo(1);
  }

  private static ScalabilityExperiment waiting(String name, String uid) {
    ScalabilityExperiment experiment = Experiments.cart("default");
    experiment.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("default")
            .withName(name)
            .withUid(uid)
            .withGeneration(1L)
            .withCreationTimestamp("2026-01-01T12:00:00Z")
            .build());
    return experiment;
  }

  static ScalabilityExperiment started(String name, String uid) {
    ScalabilityExperiment experiment = waiting(name, uid);
    experiment.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .observedGeneration(1L)
            .startTime("2026-01-01T12:00:00Z")
            .configurations(List.of())
            .conditions(List.of())
            .build());
    return experiment;
  }
}
