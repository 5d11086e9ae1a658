package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.time.Instant;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What users notice of a disturbance at second 30 of a step of 90 s that settles for 10 s. */
class RecoveryTest {
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");
  private static final PlannedDisturbance KILL =
      new PlannedDisturbance("kill", DisturbanceAction.DELETE_POD, "Application", 1, null, 2, 30);
  private static final RunResult RUN =
      RunResult.begun(
              new RunPlan(
                  1,
                  1,
                  List.of(StepTarget.ofRate(100), StepTarget.ofRate(100)),
                  90,
                  10,
                  2,
                  1L,
                  List.of(KILL)))
          .collected(START.toString(), null, List.of(), null, null, null);
  private static final DisturbanceResult MADE =
      DisturbanceResult.prepared(
              "kill", List.of(new DisturbedPod("app-1", "node-1", "u1")), "2026-11-27T10:02:00Z")
          .withMadeAt("2026-11-27T10:02:00.080Z")
          .withPodsBackAt("2026-11-27T10:02:42Z");

  @Test
  void nothingHappens() {
    assertThat(effect(second -> second(100, 0, 20)))
        .isEqualTo(new DisturbanceEffect(0L, 0, 0, 0, 41.92));
  }

  /** Seconds 31 to 33 fail, throughput is down until second 40, responses are slow until 50. */
  @Test
  void eachFigureComesBackByItself() {
    DisturbanceEffect effect =
        effect(
            second ->
                second(
                    second >= 31 && second < 40 ? 60 : 100,
                    second >= 31 && second <= 33 ? 5 : 0,
                    second >= 31 && second < 50 ? 80 : 20));

    assertThat(effect).isEqualTo(new DisturbanceEffect(15L, 3, 10, 20, 41.92));
  }

  @Test
  void whatNeverComesBackHasNoTime() {
    assertThat(effect(second -> second(second < 30 ? 100 : 50, 0, second < 30 ? 20 : 200)))
        .isEqualTo(new DisturbanceEffect(0L, 0, null, null, 41.92));
  }

  /** Between seconds 36 and 40 it looks as if all were over. */
  @Test
  void aShortCalmIsNotTheEnd() {
    DisturbanceEffect effect =
        effect(
            second ->
                second(
                    second >= 31 && second < 36 || second >= 41 && second < 60 ? 50 : 100, 0, 20));

    assertThat(effect.throughputBackSeconds()).isEqualTo(30);
  }

  /** A figure that varies by a tenth before is back when it varies by no more than that. */
  @Test
  void theUsualVariationIsNoEffect() {
    IntFunction<Second> varying = second -> second(second / 5 % 2 == 0 ? 90 : 110, 0, 20);

    assertThat(effect(varying).throughputBackSeconds()).isZero();
  }

  /**
   * The second one is at second 50, before the throughput is back from the first: each has its own
   * failures, and is compared with the time before both.
   */
  @Test
  void theNextDisturbanceEndsTheEffectOfTheOneBefore() {
    PlannedDisturbance next =
        new PlannedDisturbance("next", DisturbanceAction.PAUSE_POD, "Application", 1, null, 2, 50);
    DisturbanceResult nextMade =
        DisturbanceResult.prepared("next", List.of(), "2026-11-27T10:02:20Z")
            .withMadeAt("2026-11-27T10:02:20.040Z");
    RunPlan both = RUN.plan().disturbedBy(List.of(KILL, next));
    RunResult run = RUN.withPlan(both).disturbedBy(MADE).disturbedBy(nextMade);
    StepSeries series =
        series(
            second ->
                second(
                    second < 30 || second >= 70 ? 100 : 50,
                    second == 31 || second == 55 || second == 57 ? 4 : 0,
                    20));

    assertThat(Recovery.of(run, KILL, MADE, series))
        .isEqualTo(new DisturbanceEffect(4L, 1, null, 0, 41.92));
    assertThat(Recovery.of(run, next, nextMade, series))
        .isEqualTo(new DisturbanceEffect(8L, 3, 20, 0, null));
  }

  /** Nothing can be said of a mean that needs more seconds than there are. */
  @Test
  void tooFewSecondsUntilTheNextSayNothing() {
    PlannedDisturbance next =
        new PlannedDisturbance("next", DisturbanceAction.PAUSE_POD, "Application", 1, null, 2, 33);
    RunResult run =
        RUN.withPlan(RUN.plan().disturbedBy(List.of(KILL, next)))
            .disturbedBy(MADE)
            .disturbedBy(
                DisturbanceResult.prepared("next", List.of(), "2026-11-27T10:02:03Z")
                    .withMadeAt("2026-11-27T10:02:03.040Z"));

    assertThat(Recovery.of(run, KILL, MADE, series(second -> second(100, 0, 20))))
        .isEqualTo(new DisturbanceEffect(0L, 0, null, null, 41.92));
  }

  @Test
  void withoutASeriesOnlyThePodsAreKnown() {
    assertThat(Recovery.of(RUN, KILL, MADE, null))
        .isEqualTo(new DisturbanceEffect(null, null, null, null, 41.92));
  }

  private static DisturbanceEffect effect(IntFunction<Second> seconds) {
    return Recovery.of(RUN, KILL, MADE, series(seconds));
  }

  private static StepSeries series(IntFunction<Second> seconds) {
    return new StepSeries(IntStream.range(0, 90).mapToObj(seconds).toList());
  }

  private static Second second(long completed, long failed, long millis) {
    return new Second(completed, failed, 0, completed * millis, 0, 0, 0, 0, 0);
  }
}
