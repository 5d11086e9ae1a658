package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When a disturbance at second 30 of the first step is prepared and made, and when not any more.
 */
class DisturbanceDecisionTest {
  private static final Plan PLAN =
      Given.plan(
          "small",
          "{load: {step: {seconds: 60, settleSeconds: 15}},"
              + " disturbances: [{name: kill, action: DeletePod, tier: Application}]}");
  private static final Configuration CONFIGURATION = PLAN.configurations().get(0);
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");
  private static final PlannedDisturbance KILL =
      new PlannedDisturbance("kill", DisturbanceAction.DELETE_POD, "Application", 1, null, 1, 30);
  private static final RunResult RUN =
      RunResult.begun(Ladder.next(CONFIGURATION, Given.begun()))
          .collected(START.toString(), null, List.of(), null, null, null);
  private static final DisturbanceResult PREPARED =
      DisturbanceResult.prepared(
          "kill", List.of(new DisturbedPod("app-0", "n", "u")), "2026-11-27T10:00:30Z");
  private static final Duration OTHERWISE = Duration.ofSeconds(2);

  @Test
  void aThirdOfTheMeasuredPartIsItsDefaultMoment() {
    assertThat(RUN.plan().planned()).containsExactly(KILL);
  }

  @Test
  void itsPodsAreChosenFourSecondsBefore() {
    assertThat(DisturbanceDecision.of(CONFIGURATION, RUN, at(25_900))).isEmpty();
    assertThat(DisturbanceDecision.nextLook(RUN, at(25_000), OTHERWISE)).hasSeconds(1);
    assertThat(DisturbanceDecision.of(CONFIGURATION, RUN, at(26_000)))
        .contains(new NextStep.PrepareDisturbance(CONFIGURATION, 1, KILL));
  }

  @Test
  void nothingIsBegunInTheMomentBefore() {
    RunResult prepared = RUN.disturbedBy(PREPARED);

    assertThat(DisturbanceDecision.of(CONFIGURATION, prepared, at(29_200))).isEmpty();
    assertThat(DisturbanceDecision.nextLook(prepared, at(28_300), OTHERWISE)).hasMillis(1000);
    assertThat(DisturbanceDecision.of(CONFIGURATION, prepared, at(29_400)))
        .contains(new NextStep.AwaitDisturbance(CONFIGURATION, 1, Duration.ofMillis(600)));
    assertThat(
            new NextStep.AwaitDisturbance(CONFIGURATION, 1, Duration.ofMillis(600)).requeueAfter())
        .hasMillis(600);
  }

  @Test
  void itIsMadeAtItsMomentAndAgainUntilThatIsRecorded() {
    NextStep disturb = new NextStep.Disturb(CONFIGURATION, 1, KILL);

    assertThat(DisturbanceDecision.of(CONFIGURATION, RUN.disturbedBy(PREPARED), at(30_000)))
        .contains(disturb);
    assertThat(
            DisturbanceDecision.of(
                CONFIGURATION,
                RUN.disturbedBy(PREPARED.withBegunAt(at(30_004).toString())),
                at(65_000)))
        .contains(disturb);
    assertThat(
            DisturbanceDecision.of(
                CONFIGURATION,
                RUN.disturbedBy(PREPARED.withMadeAt(at(30_010).toString())),
                at(30_020)))
        .isEmpty();
  }

  @Test
  void whatLastsIsEndedAtItsTime() {
    PlannedDisturbance drain =
        new PlannedDisturbance(
            "kill", DisturbanceAction.DRAIN_NODE, "Application", 1, null, 1, 30, 12);
    RunResult drained =
        RUN.withPlan(RUN.plan().disturbedBy(List.of(drain)))
            .disturbedBy(PREPARED.withMadeAt(at(30_100).toString()));

    assertThat(DisturbanceDecision.nextLook(drained, at(32_000), OTHERWISE)).isEqualTo(OTHERWISE);
    assertThat(DisturbanceDecision.nextLook(drained, at(41_600), OTHERWISE)).hasMillis(500);
    assertThat(DisturbanceDecision.nextLook(drained, at(50_000), OTHERWISE)).isZero();
    assertThat(
            DisturbanceDecision.nextLook(
                drained.disturbedBy(
                    PREPARED.withMadeAt(at(30_100).toString()).withEndedAt(at(42_100).toString())),
                at(50_000),
                OTHERWISE))
        .isEqualTo(OTHERWISE);
  }

  @Test
  void anOperatorThatComesAfterTheStepDoesNotMakeIt() {
    NextStep invalid =
        new NextStep.InvalidateRun(
            CONFIGURATION,
            1,
            Reason.DISTURBANCE_FAILED,
            "kill was not made in step 1: the operator was not there before its step had ended");

    assertThat(DisturbanceDecision.of(CONFIGURATION, RUN, at(60_000))).contains(invalid);
    assertThat(DisturbanceDecision.of(CONFIGURATION, RUN.disturbedBy(PREPARED), at(60_000)))
        .contains(invalid);
  }

  @Test
  void whatWasBegunAndNeverMadeEndsTheRun() {
    RunResult begun = RUN.disturbedBy(PREPARED.withBegunAt(at(30_004).toString()));

    assertThat(DisturbanceDecision.of(CONFIGURATION, begun, at(120_000)))
        .contains(
            new NextStep.InvalidateRun(
                CONFIGURATION,
                1,
                Reason.DISTURBANCE_FAILED,
                "kill was not made in step 1: it was begun at 2026-11-27T10:00:30.004Z, and what became"
                    + " of it is not known"));
  }

  @Test
  void whatCannotBeMadeEndsTheRun() {
    assertThat(
            DisturbanceDecision.of(
                CONFIGURATION,
                RUN.disturbedBy(PREPARED.withFailed("pods is forbidden")),
                at(30_100)))
        .contains(
            new NextStep.InvalidateRun(
                CONFIGURATION,
                1,
                Reason.DISTURBANCE_FAILED,
                "kill was not made in step 1: pods is forbidden"));
  }

  @Test
  void aLoadThatHasNotBegunIsNotDisturbed() {
    RunResult waiting = RunResult.begun(RUN.plan());

    assertThat(DisturbanceDecision.of(CONFIGURATION, waiting, at(40_000))).isEmpty();
    assertThat(DisturbanceDecision.nextLook(waiting, at(40_000), OTHERWISE)).isEqualTo(OTHERWISE);
  }

  private static Instant at(long millis) {
    return START.plusMillis(millis);
  }
}
