package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.ComponentOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a trial's servers are recreated: each round has its own. */
class RoundDecisionTest {
  private static final String SEARCH =
      "load: {open: null, search: {min: 1, max: 9, tolerancePercent: 5, model: Open}, repetitions: 2}";

  @Test
  void aRoundHasItsOwnServers() {
    assertThat(newServers("load: {repetitions: 2}", valid(1))).isTrue();
    assertThat(newServers("load: {repetitions: 1}", valid(1))).as("no further round").isFalse();
  }

  @Test
  void listedRepetitionsShareServers() {
    String listed = "{load: {repetitions: 2}, sweep: {order: Listed}}";
    assertThat(newServers(listed, valid(1))).isFalse();
    assertThat(newServers(listed, Given.warmSince(Given.LONG_AGO, Given.run(1, RunPhase.INVALID))))
        .as("after an invalid run")
        .isTrue();
    assertThat(
            newServers(
                listed,
                Given.warmSince(
                    Given.LONG_AGO, Given.run(1, RunPhase.INVALID), Given.run(2, RunPhase.VALID))))
        .as("after one that was found invalid later")
        .isTrue();
  }

  @Test
  void theRunsOfASearchesRoundShareServers() {
    ScalabilityTrialStatus one = valid(1);
    assertThat(newServers(SEARCH, one)).isFalse();
    assertThat(newServers(SEARCH, one.searched(new SearchRound(1, 4.0, true, List.of())))).isTrue();
  }

  @Test
  void serversThatWereLostBeforeALoadAreReplacedOnce() {
    ScalabilityTrialStatus lost =
        Given.begun()
            .withRuns(List.of(Given.run(1, RunPhase.INVALID)), null)
            .waitingFor(new Waiting(ComponentOrder.NEW_SERVERS, Given.LONG_AGO.toString(), null));

    assertThat(newServers("{}", lost)).isTrue();
    assertThat(newServers("maxInvalidRuns: 0", lost)).as("no further run").isFalse();
    assertThat(newServers("{}", lost.cold())).as("they were replaced").isFalse();
  }

  /** A round may use what the others have left of maxInvalidRuns. */
  @Test
  void aTrialWhoseRunsFillItsResourceEndsWithTheRoundsThatItHas() {
    Configuration configuration =
        Given.plan(
                "small",
                """
                maxInvalidRuns: 10
                load: {open: null, search: {min: 1, max: 9, tolerancePercent: 5, model: Open}, repetitions: 10}
                """)
            .configurations()
            .get(0);
    ScalabilityTrialStatus full =
        Given.warm(
            IntStream.rangeClosed(1, 99)
                .mapToObj(number -> Given.run(number, RunPhase.INVALID))
                .toArray(RunResult[]::new));
    for (int round = 1; round < 10; round++) {
      full = full.searched(new SearchRound(round, 4.0, true, List.of()));
    }

    assertThat(
            Given.decision(configuration, full, new Rows.Bed().build(configuration, full)).decide())
        .isEqualTo(
            new NextStep.ConcludeTrial(
                configuration,
                Reason.TRIAL_TOO_LARGE,
                "99 runs fill its resource, after 9 of 10 rounds"));
  }

  private static boolean newServers(String change, ScalabilityTrialStatus status) {
    Configuration configuration = Given.plan("small", change).configurations().get(0);
    return RoundDecision.needsNewServers(configuration, status);
  }

  /** Runs of the first round that ended after the servers were ready. */
  private static ScalabilityTrialStatus valid(int runs) {
    RunResult[] all = new RunResult[runs];
    for (int i = 0; i < runs; i++) {
      all[i] = Given.run(i + 1, RunPhase.VALID);
    }
    return Given.warmSince(Given.LONG_AGO, all);
  }
}
