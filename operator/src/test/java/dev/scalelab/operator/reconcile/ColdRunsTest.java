package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.EvidenceBuilder;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.ServersEvidenceBuilder;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs of which only later ones at the same load show that their servers were not warm. */
class ColdRunsTest {
  private static final Configuration SEARCH = search(1);

  /** The same, in which more runs may be invalid. */
  private static final Configuration MORE = search(5);

  private static final Configuration LADDER =
      Given.plan("small", "{maxInvalidRuns: 1, load: {open: {rates: [24]}, repetitions: 2}}")
          .configurations()
          .get(0);

  private final List<RunResult> runs = new ArrayList<>();

  private static Configuration search(int maxInvalidRuns) {
    return Given.plan(
            "small",
            """
            maxInvalidRuns: %d
            load:
              open: null
              search: {min: 1, max: 99, tolerancePercent: 5, model: Closed}
              repetitions: 3
            """
                .formatted(maxInvalidRuns))
        .configurations()
        .get(0);
  }

  @Test
  void aRunOfTheCurrentRoundIsRepeated() {
    cold(1, 24);
    warm(1, 24);

    assertThat(ColdRuns.earlier(SEARCH, searched(0)))
        .map(RunResult::reason)
        .contains(Reason.NOT_WARM);
  }

  /** The search measures its load again on the same servers, which are warmer by then. */
  @Test
  void aFailureThatASearchIgnoresStaysAndKeepsTheServers() {
    cold(1, 24);
    missed(0);
    assertThat(ColdRuns.check(MORE, searched(0), runs.get(0))).isEmpty();

    warm(1, 24);
    assertThat(ColdRuns.earlier(MORE, searched(0))).isEmpty();
    assertThat(kept(MORE, 0)).as("nothing to report").isEmpty();
    assertThat(RoundDecision.needsNewServers(MORE, searched(0))).isFalse();
  }

  /** Its transactions took too long. */
  private void missed(int run) {
    RunResult met = runs.get(run);
    runs.set(
        run,
        met.with(
            all -> all.steps(List.of(met.steps().get(0).with(step -> step.objectivesMet(false))))));
  }

  @Test
  void aRoundThatHasEndedKeepsItsRuns() {
    cold(1, 24);
    warm(2, 24);

    assertThat(ColdRuns.earlier(SEARCH, searched(1))).isEmpty();
    assertThat(ColdRuns.withoutEarlier(SEARCH, searched(1)).validRuns()).hasSize(2);
    assertThat(kept(SEARCH, 1)).as("it is reported").containsOnlyKeys("small-base-1-r1");
    warm(2, 24);
    assertThat(kept(SEARCH, 1)).as("once").isEmpty();
  }

  @Test
  void eachRoundMayHaveAsManyInvalidRuns() {
    warm(1, 24);
    runs.set(0, runs.get(0).ended(RunPhase.INVALID, Reason.NOT_STEADY, null, null));
    warm(1, 24);
    cold(2, 24);
    warm(2, 24);

    assertThat(ColdRuns.earlier(SEARCH, searched(1))).map(RunResult::number).contains(3);
  }

  /** Its first servers are gone, and those of the second round have served that one. */
  @Test
  void aRoundThatIsMeasuredAgainHasServersOfItsOwn() {
    cold(1, 24);
    warm(2, 24);
    endedAt(0, Given.LONG_AGO);
    endedAt(1, Given.JUST_NOW);
    ScalabilityTrialStatus second =
        Given.warmSince(Given.LONG_AGO.plusSeconds(60), runs.toArray(RunResult[]::new));

    ScalabilityTrialStatus repeated = ColdRuns.withoutEarlier(LADDER, second);

    assertThat(repeated.runs()).map(RunResult::number).containsExactly(1, 2);
    assertThat(Ladder.next(LADDER, repeated).repetition()).isEqualTo(1);
    assertThat(RoundDecision.needsNewServers(LADDER, repeated)).isTrue();
  }

  @Test
  void noTrialFailsBecauseOfThemWhateverElseWasInvalid() {
    warm(1, 24);
    runs.set(0, runs.get(0).ended(RunPhase.INVALID, Reason.LOAD_FAILED, null, null));
    warm(1, 24);
    cold(1, 24);

    RunResult last = runs.remove(2);
    assertThat(ColdRuns.check(SEARCH, searched(0), last)).isEmpty();
    assertThat(ColdRuns.expected(SEARCH, searched(0), last).steady()).isFalse();
    assertThat(ColdRuns.check(MORE, searched(0), last)).isPresent();
    assertThat(ColdRuns.expected(MORE, searched(0), last).steady()).isTrue();
  }

  @Test
  void aRunThatSettledFourTimesAsLongStays() {
    for (int run = 0; run < 2; run++) {
      warm(1, 24);
      runs.set(run, runs.get(run).ended(RunPhase.INVALID, Reason.NOT_STEADY, null, null));
    }
    cold(1, 24);
    warm(1, 24);

    assertThat(ColdRuns.earlier(MORE, searched(0))).isEmpty();
  }

  @Test
  void aRunThatCannotBeRepeatedIsReported() {
    warm(1, 24);
    cold(1, 24);

    assertThat(kept(search(0), 0).get("small-base-1-r2"))
        .startsWith("small-base-1-r2: the servers were not warm: transactions took 20 % more CPU")
        .endsWith("busy for 6.0 % of it; it stays valid");
    runs.remove(1);
    warm(1, 24);
    assertThat(kept(search(0), 0)).isEmpty();
  }

  /** What the last run has shown. */
  private Map<String, String> kept(Configuration configuration, int searched) {
    return ColdRuns.kept(configuration, searched(searched), runs.get(runs.size() - 1));
  }

  private void endedAt(int run, Instant when) {
    runs.set(run, runs.get(run).withFinishedAt(when.toString()));
  }

  private ScalabilityTrialStatus searched(int rounds) {
    ScalabilityTrialStatus status = Given.warm(runs.toArray(RunResult[]::new));
    for (int round = 1; round <= rounds; round++) {
      status = status.searched(new SearchRound(round, 24.0, true, List.of()));
    }
    return status;
  }

  private void warm(int round, int users) {
    run(round, users, 10, 0.5);
  }

  private void cold(int round, int users) {
    run(round, users, 12, 6);
  }

  private void run(int round, int users, double millis, double jitPercent) {
    StepTarget target = StepTarget.ofUsers(users);
    var plan = Ladder.run(SEARCH, searched(0), round, List.of(target), 20);
    var evidence =
        EvidenceBuilder.builder()
            .tiers(List.of(new TierUse("application", millis / 1000 * 10, 2.0, 0.0, null, null)))
            .servers(ServersEvidenceBuilder.builder().jitPercent(jitPercent).build())
            .build();
    runs.add(
        RunResult.begun(plan)
            .with(
                all ->
                    all.phase(RunPhase.VALID)
                        .steps(List.of(Given.step(1, evidence).withTarget(target)))));
  }
}
