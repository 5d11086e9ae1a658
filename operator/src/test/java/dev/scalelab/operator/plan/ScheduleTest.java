package dev.scalelab.operator.plan;

import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.validRuns;
import static dev.scalelab.operator.reconcile.Given.warm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selection of the configuration to measure next. */
class ScheduleTest {
  private static Plan plan(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change));
  }

  @Test
  void listedMeasuresEachWithAllItsRepetitions() {
    assertThat(order(plan("{load: {repetitions: 2}, sweep: {order: Listed}}")))
        .containsExactly("base-1", "base-1", "base-2", "base-2");
  }

  @Test
  void interleavedMeasuresEachOnceBeforeAnyIsRepeated() {
    assertThat(order(plan("load: {repetitions: 2}")))
        .as("the default of several")
        .isEqualTo(List.of("base-1", "base-2", "base-1", "base-2"));
    assertThat(order(plan("{load: {repetitions: 2}, sweep: {order: Interleaved}}")))
        .containsExactly("base-1", "base-2", "base-1", "base-2");
  }

  @Test
  void shuffledHasAnOrderOfItsOwnInEachRepetitionThatTheSeedGives() {
    String change =
        "{load: {repetitions: 3, seed: %d}, sweep: {replicas: [1, 2, 3, 4, 5], order: Shuffled}}";
    List<String> order = order(plan(change.formatted(7)));

    assertThat(order).isEqualTo(order(plan(change.formatted(7))));
    assertThat(order).isNotEqualTo(order(plan(change.formatted(8))));
    for (int repetition = 0; repetition < 3; repetition++) {
      assertThat(order.subList(5 * repetition, 5 * repetition + 5))
          .containsExactlyInAnyOrder("base-1", "base-2", "base-3", "base-4", "base-5");
    }
    assertThat(order.subList(0, 5)).isNotEqualTo(order.subList(5, 10));
  }

  @Test
  void aRunThatIsUnderWayIsGoneOnWith() {
    Plan plan = plan("{load: {repetitions: 2}, sweep: {order: Interleaved}}");
    var running = Map.of("small-base-2", warm(Given.running(0, false, false, false)));

    assertThat(next(plan, running)).hasValue("base-2");
  }

  @Test
  void aTrialThatWasDeletedIsMeasuredAgainAfterTheCurrentOne() {
    Plan plan = plan("{}");

    assertThat(next(plan, Map.of("small-base-2", warm()))).hasValue("base-2");
    assertThat(next(plan, Map.of("small-base-2", succeeded(60)))).hasValue("base-1");
  }

  @Test
  void aTrialThatHasEndedIsGoneOnWithWhenRepetitionsAreRaised() {
    Plan plan = plan("load: {repetitions: 2}");
    var ended = Map.of("small-base-1", succeeded(60, 1), "small-base-2", succeeded(60, 2));

    assertThat(next(plan, ended)).hasValue("base-1");
    assertThat(new Schedule(plan, ended).ended(plan.configurations().get(0))).isFalse();
    assertThat(next(plan("load: {repetitions: 1}"), ended)).isEmpty();
  }

  @Test
  void theOthersGoOnAfterAFailureButNotTheSameSystemWithMoreServers() {
    Plan plan = plan("variants: [{name: one-copy, system: {state: {web: {copies: 1}}}}]");
    var failed = Map.of("small-base-1", failed(Reason.SERVERS_NOT_READY, "why"));

    assertThat(next(plan, failed)).hasValue("one-copy-1");
    Schedule schedule = new Schedule(plan, failed);
    assertThat(plan.configurations().stream().filter(schedule::finished))
        .extracting(Configuration::shortName)
        .containsExactly("base-1", "base-2");
    assertThat(schedule.skippedFor(plan.configurations().get(1)))
        .map(Configuration::shortName)
        .hasValue("base-1");
    assertThat(schedule.skippedFor(plan.configurations().get(0))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "BACKOFF_LIMIT_EXCEEDED",
        "WARM_UP_FAILED",
        "LOAD_DEADLINE_EXCEEDED",
        "NAME_TAKEN",
        "TESTBED_NOT_GONE",
        "IMAGE_CHANGED",
        "SAMPLES_MISSING"
      })
  void moreServersMayDoWhatFewerCouldNot(Reason reason) {
    var failed = Map.of("small-base-1", failed(reason, "why"));

    assertThat(next(plan("{}"), failed)).hasValue("base-2");
  }

  @Test
  void aTestbedThatIsKeptForItsFailureIsTheLast() {
    Plan plan = plan("testbedPolicy: RetainOnFailure");
    var failed = Map.of("small-base-1", failed(Reason.BACKOFF_LIMIT_EXCEEDED, "overloaded"));

    assertThat(next(plan, failed)).isEmpty();
  }

  @Test
  void aTrialWhoseAddedRunFailedKeepsItsResultAndIsNotGoneOnWith() {
    Plan plan = plan("{load: {repetitions: 2}, sweep: {order: Listed}}");
    ScalabilityTrialStatus measured = succeeded(60, 1);
    ScalabilityTrialStatus failedLater =
        measured.ended(
            Phase.SUCCEEDED,
            Reason.SERVERS_NOT_READY,
            "why",
            "2026-11-25T10:00:00Z",
            measured.result());

    assertThat(next(plan, Map.of("small-base-1", measured))).hasValue("base-1");
    assertThat(next(plan, Map.of("small-base-1", failedLater))).hasValue("base-2");
  }

  private static Optional<String> next(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    return new Schedule(plan, trials).next().map(Configuration::shortName);
  }

  /** The configuration of each run, if every run is valid. */
  private static List<String> order(Plan plan) {
    Map<String, ScalabilityTrialStatus> trials = new HashMap<>();
    Map<String, Integer> runs = new HashMap<>();
    List<String> order = new ArrayList<>();
    for (Optional<Configuration> next = new Schedule(plan, trials).next();
        next.isPresent();
        next = new Schedule(plan, trials).next()) {
      Configuration configuration = next.get();
      int valid = runs.getOrDefault(configuration.name(), 0);
      if (valid == configuration.repetitions()) {
        trials.put(configuration.name(), succeeded(60, valid));
      } else {
        order.add(configuration.shortName());
        runs.put(configuration.name(), valid + 1);
        trials.put(configuration.name(), warm(validRuns(valid + 1)));
      }
    }
    return order;
  }
}
