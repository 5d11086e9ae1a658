package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long waiting experiments do not look by themselves. */
class PatienceTest {
  @Test
  void aFewLookEveryFiveSeconds() {
    assertThat(look(1, Reason.QUEUED, 1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(look(1, Reason.QUEUED, 3)).isEqualTo(Duration.ofSeconds(5));
    assertThat(look(1, Reason.QUOTA_TOO_SMALL, 1)).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest(name = "{0}: every {1} s")
  @CsvSource({"NO_MATCHING_NODE, 2", "QUEUED, 2", "QUOTA_TOO_SMALL, 15", "CONFIG_MAP_MISSING, 15"})
  void manyTogetherLookAtAConstantRate(Reason reason, double seconds) {
    double looksPerSecond =
        IntStream.rangeClosed(1, 500)
            .mapToDouble(i -> 1000.0 / look(i, reason, 500).toMillis())
            .sum();

    assertThat(1 / looksPerSecond).isCloseTo(seconds, Percentage.withPercentage(10));
  }

  @Test
  void manyDoNotLookAtTheSameTime() {
    assertThat(
            IntStream.rangeClosed(1, 500)
                .mapToObj(i -> look(i, Reason.QUEUED, 500))
                .distinct()
                .count())
        .isGreaterThan(300);
  }

  @ParameterizedTest(name = "after {0} s, with {1} that have started: {2} ms")
  @CsvSource({
    "0, 1, 500",
    "10, 1, 500",
    "30, 1, 1500",
    "600, 1, 5000",
    "600, 100, 30000",
    "30, 100, 1500"
  })
  void aPartOfATestbedIsLookedAtTheMoreRarelyTheLongerItTakes(
      int waitedSeconds, int started, int millis) {
    Duration waited = Duration.ofSeconds(waitedSeconds);

    assertThat(Patience.untilNextLookAtPart(waited, started)).hasMillis(millis);
  }

  private static Duration look(int number, Reason reason, int waiting) {
    List<Violation> lacking = List.of(new Violation("spec", reason, "is lacking"));
    return Patience.untilNextLook(experiment(number), lacking, waiting);
  }

  private static ScalabilityExperiment experiment(int number) {
    ScalabilityExperiment experiment = Experiments.cart("default");
    experiment.getMetadata().setUid(UUID.nameUUIDFromBytes(("e" + number).getBytes()).toString());
    return experiment;
  }
}
