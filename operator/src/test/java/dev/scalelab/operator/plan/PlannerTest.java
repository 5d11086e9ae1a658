package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class PlannerTest {
  @Test
  void theServersOfAConfigurationAreOneGroupWithAllDomainsAndDatabases() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");

    assertThat(Experiments.two(two).serverGroups())
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.pods()).containsExactly("small-base-2-app-0", "small-base-2-app-1");
              assertThat(group.cluster()).isEqualTo("small-base-2-app");
              assertThat(group.domains()).containsExactlyInAnyOrder(Domain.values());
              assertThat(group.databases())
                  .extracting(Database::name)
                  .containsExactly("orders", "plant");
            });
  }

  @Test
  void measuresTheReplicaCountsInTheirOrder() {
    Plan plan = Planner.plan("small", Given.spec());

    assertThat(plan.configurations())
        .extracting(Configuration::name)
        .containsExactly("small-base-1", "small-base-2");
    assertThat(plan.configurations()).extracting(Configuration::order).containsExactly(1, 2);
  }

  @Test
  void theSameSpecAlwaysGivesTheSamePlan() {
    assertThat(Planner.plan("small", Given.spec())).isEqualTo(Planner.plan("small", Given.spec()));
  }

  @Test
  void summarizesWhatASpecAmountsTo() {
    PlanSummary summary = Planner.plan("small", Given.spec()).summary();

    assertThat(summary.trials()).isEqualTo(2);
    assertThat(summary.steps()).isEqualTo(4);
    assertThat(summary.measuredSeconds()).as("4 steps of 20 s less 5 s warm-up").isEqualTo(60);
    assertThat(summary.runSeconds()).isEqualTo(80);
    assertThat(summary.text()).isEqualTo("2 trials, 4 steps, 80 s of load");
    assertThat(new PlanSummary(1, 1, 15, 20, "").text()).isEqualTo("1 trial, 1 step, 20 s of load");
  }

  @Test
  void factorsWhoseNamesLeaveNoRoomForTheExperimentsAreNamed() {
    ScalabilityExperimentSpec spec =
        Experiments.with(
            Given.spec(),
            """
            sweep:
              factors:
              - {setting: application.heap, values: [256Mi]}
              - {setting: balancer.maxRequestsPerServer, values: [64]}
              - {setting: balancer.queueTimeoutMillis, values: [2000]}
            """);

    assertThat(Planner.plan("shop", spec).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.sweep.factors");
              assertThat(violation.message())
                  .startsWith(
                      "base-heap256mi-maxrequestsperserver64-queuetimeoutmillis2000-1 has 62 characters")
                  .contains("fewer factors");
            });
  }

  @Test
  void aNameMayBeAsLongAsItsChildrenAllow() {
    String longest = "a".repeat(41);

    assertThat(Planner.plan(longest, Given.spec()).violations()).isEmpty();
    assertThat(Planner.plan(longest + "a", Given.spec()).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("metadata.name");
              assertThat(violation.reason()).isEqualTo(Reason.NAME_TOO_LONG);
              assertThat(violation.message()).contains("has 42 characters; at most 41");
            });
  }

  @Test
  void theLongestNameLeavesRoomForTheHostsOfLoadGenerators() {
    String trial = Names.trial("a".repeat(41), "base-2");

    assertThat(Names.generator(Names.loadJob(trial, 20), 15)).hasSizeLessThanOrEqualTo(63);
  }

  @Test
  void aTrialMustFitIntoItsStatus() {
    assertThat(Planner.tooLarge(Planner.plan("small", steps(54)))).isEmpty();
    assertThat(Planner.tooLarge(Planner.plan("small", steps(55))))
        .hasValueSatisfying(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.load");
              assertThat(violation.reason()).isEqualTo(Reason.TRIAL_TOO_LARGE);
              assertThat(violation.message())
                  .startsWith("up to 2 runs (repetitions + maxInvalidRuns) of 55 steps with 2 serv")
                  .contains("about 1221 KB, and 1200 KB fit into a trial");
            });
  }

  @Test
  void aSmallConfigurationOfALargeSweepHasRoomForMoreRuns() {
    Plan plan =
        Planner.plan(
            "small",
            Experiments.with(
                Given.spec(), "{sweep: {replicas: [1, 200]}, load: {open: {rates: [10]}}}"));

    assertThat(plan.configurations()).extracting(Planner::maxRuns).containsExactly(99, 29);
  }

  private static ScalabilityExperimentSpec steps(int count) {
    ScalabilityExperiment experiment = Experiments.small("default");
    Experiments.open(experiment, 2000, Collections.nCopies(count, 10));
    return experiment.getSpec();
  }

  @Test
  void aNameMustDoForServices() {
    assertThat(Planner.plan("1.small", Given.spec()).violations())
        .extracting(Violation::reason)
        .containsExactly(Reason.NAME_INVALID);
  }

  @Test
  void theDatasetIsAsLargeAsTheHighestLoadNeeds() {
    assertThat(scale("load: {open: {rates: [20, 40]}}")).as("the minimum").isEqualTo(10);
    assertThat(scale("load: {open: {rates: [20, 401]}}")).as("20/s a unit").isEqualTo(21);
    assertThat(scale("load: {open: null, closed: {users: [1501]}}")).as("150 users").isEqualTo(11);
    assertThat(scale("{workload: {type: Portal, portal: {ordersPerSecond: 240}}}")).isEqualTo(12);
    assertThat(
            scale(
                "{workload: {type: ECperf, ecperf: {pacingMillis: 1000}}, load: {open: null, closed: {users: [800]}}}"))
        .as("800/s")
        .isEqualTo(40);
    assertThat(scale("{workload: {scale: 3}, load: {open: {rates: [401]}}}")).isEqualTo(3);
  }

  private static int scale(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change)).spec().workload().scale();
  }
}
