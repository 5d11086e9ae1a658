package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long waiting experiments do not look by themselves. */
class PatienceTest {
  @Test
  void aFewLookEveryFiveSeconds() {
    assertThat(Patience.untilNextLook(experiment(1), 0)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Patience.untilNextLook(experiment(1), 2)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void manyTogetherLookOnceInTwoSeconds() {
    double looksPerSecond =
        IntStream.rangeClosed(1, 500)
            .mapToDouble(i -> 1000.0 / Patience.untilNextLook(experiment(i), 500).toMillis())
            .sum();

    assertThat(looksPerSecond).isBetween(0.45, 0.55);
  }

  @Test
  void manyDoNotLookAtTheSameTime() {
    assertThat(
            IntStream.rangeClosed(1, 500)
                .mapToObj(i -> Patience.untilNextLook(experiment(i), 500))
                .distinct()
                .count())
        .isGreaterThan(300);
  }

  private static ScalabilityExperiment experiment(int number) {
    ScalabilityExperiment experiment = Experiments.cart("default");
    experiment.getMetadata().setUid(UUID.nameUUIDFromBytes(("e" + number).getBytes()).toString());
    return experiment;
  }
}
