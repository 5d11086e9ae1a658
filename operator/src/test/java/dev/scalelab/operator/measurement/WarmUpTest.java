package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two servers that should have completed 500 transactions each. */
class WarmUpTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final LoadRecord START = new LoadRecord.Start("warmup", NOON);

  @Test
  void isTheMeanOfTheServersOverAllGeneratorsAndTransactions() {
    WarmUp warmUp = new WarmUp(Map.of(0, ended(300, 200), 1, ended(251, 252)), 2);

    assertThat(warmUp.each(2)).contains(501.5);
    assertThat(message(warmUp, 500)).isNull();
  }

  @Test
  void whatFailedDoesNotEndItAndIsNotCounted() {
    var outcome = new LoadRecord.Outcome(400, 9000, 8800);

    assertThat(new WarmUp(Map.of(0, ended(Map.of("newOrder", outcome))), 1).each(2))
        .contains(200.0);
  }

  @Test
  void reportsThatItsTimeEndedFirst() {
    assertThat(message(new WarmUp(Map.of(0, ended(499, 500)), 1), 500))
        .isEqualTo(
            "small-base-2: after spec.load.warmUp.maxSeconds, 120 s, each server had completed"
                + " 499.5 of 500 transactions on average: it is not fully warm and appears slower."
                + " Raise maxSeconds: the warm-up ends early when the transactions are completed");
    assertThat(message(new WarmUp(Map.of(0, ended(500, 500)), 1), 500)).isNull();
  }

  @Test
  void reportsThatServersStillBecameFaster() {
    Map<String, LoadRecord.Outcome> totals = Map.of("newOrder", new LoadRecord.Outcome(1000, 0, 0));
    List<LoadRecord> rising =
        List.of(
            new LoadRecord.Run(
                "w", NOON, NOON.plusSeconds(40), totals, 0, 0, null, 12.4, null, null));
    List<LoadRecord> steady =
        List.of(
            new LoadRecord.Run(
                "w", NOON, NOON.plusSeconds(40), totals, 0, 0, null, 2.9, null, null));

    assertThat(message(new WarmUp(Map.of(0, steady, 1, rising), 2), 500))
        .startsWith("small-base-2: after spec.load.warmUp.maxSeconds, 120 s, servers still")
        .contains("completed 12 % more in 15 s than in the 15 s before");
    assertThat(message(new WarmUp(Map.of(0, steady), 1), 500)).isNull();
  }

  @Test
  void isNotShortWithoutARequestedNumber() {
    assertThat(message(new WarmUp(Map.of(0, ended(1, 1)), 1), null)).isNull();
  }

  @Test
  void isUnknownIfTheGeneratorDoesNotReportIt() {
    for (Map<Integer, List<LoadRecord>> silent :
        List.<Map<Integer, List<LoadRecord>>>of(Map.of(), Map.of(0, List.of(START)))) {
      assertThat(new WarmUp(silent, 1).each(2)).isEmpty();
      assertThat(message(new WarmUp(silent, 1), 500)).isNull();
    }
    assertThat(new WarmUp(Map.of(0, ended(300, 200)), 2).each(2))
        .as("one of two generators is silent")
        .isEmpty();
  }

  private static String message(WarmUp warmUp, Integer wanted) {
    Configuration two = Experiments.two(Experiments.small("default"));
    return warmUp.shortOf(two, 120, wanted).orElse(null);
  }

  private static List<LoadRecord> ended(long orders, long changes) {
    return ended(
        Map.of(
            "newOrder", new LoadRecord.Outcome(orders, 0, 0),
            "changeOrder", new LoadRecord.Outcome(changes, 0, 0)));
  }

  private static List<LoadRecord> ended(Map<String, LoadRecord.Outcome> totals) {
    return List.of(
        START,
        new LoadRecord.Run(
            "warmup", NOON, NOON.plusSeconds(40), totals, 0, 0, null, null, null, null));
  }
}
