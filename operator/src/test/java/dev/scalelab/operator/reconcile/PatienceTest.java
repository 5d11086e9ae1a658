package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How long waiting experiments do not look by themselves. */
class PatienceTest {
  @Test
  void aFewLookEveryFiveSeconds() {
    assertThat(Patience.untilNextLook(experiment(1), 1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Patience.untilNextLook(experiment(1), 3)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Patience.untilNextCostlyLook(experiment(1), 1, 1)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void manyThatWaitForWhatIsWatchedLookOnceInTwoSeconds() {
    assertThat(secondsBetweenLooks(i -> Patience.untilNextLook(experiment(i), 500)))
        .isCloseTo(2, Percentage.withPercentage(10));
  }

  @Test
  void ofManyThatWaitForTheSameOneLooksInFifteenSeconds() {
    assertThat(secondsBetweenLooks(i -> Patience.untilNextCostlyLook(experiment(i), 500, 500)))
        .isCloseTo(15, Percentage.withPercentage(10));
  }

  @Test
  void manyThatEachWaitForSomethingElseLookOnceASecond() {
    assertThat(secondsBetweenLooks(i -> Patience.untilNextCostlyLook(experiment(i), 500, 1)))
        .isCloseTo(1, Percentage.withPercentage(10));
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

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {
        "QUEUED",
        "NO_MATCHING_NODE",
        "NODES_TOO_SMALL",
        "CLOUDNATIVEPG_MISSING",
        "PROVISIONER_MISSING"
      })
  void whoeverWaitsForNodesOrAnOperatorIsWokenAndAsksForNothing(Reason reason) {
    Violation watched = new Violation("", reason, "");

    assertThat(Patience.isCostly(List.of(watched))).isFalse();
    assertThat(Patience.isCostly(List.of(watched, new Violation("", Reason.QUOTA_TOO_SMALL, ""))))
        .isTrue();
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

  /** The mean time between two looks of any of 500. */
  private static double secondsBetweenLooks(IntFunction<Duration> untilNextLook) {
    double looksPerSecond =
        IntStream.rangeClosed(1, 500)
            .mapToDouble(i -> 1000.0 / untilNextLook.apply(i).toMillis())
            .sum();
    return 1 / looksPerSecond;
  }

  private static ScalabilityExperiment experiment(int number) {
    ScalabilityExperiment experiment = Experiments.cart("default");
    experiment.getMetadata().setUid(UUID.nameUUIDFromBytes(("e" + number).getBytes()).toString());
    return experiment;
  }
}
