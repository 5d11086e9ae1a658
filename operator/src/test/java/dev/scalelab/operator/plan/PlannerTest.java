package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
  void tellsWhatASpecAmountsTo() {
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
    assertThat(Planner.tooLarge(steps(54))).isEmpty();
    assertThat(Planner.tooLarge(steps(55)))
        .hasValueSatisfying(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.load");
              assertThat(violation.reason()).isEqualTo(Reason.TRIAL_TOO_LARGE);
              assertThat(violation.message())
                  .startsWith("up to 2 runs (repetitions + maxInvalidRuns) of 55 steps with 2 serv")
                  .contains("about 1221 KB, and 1200 KB fit into a trial");
            });
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

  @Test
  void connectionsAreWhatThePoolsOfTheLargestConfigurationNeed() {
    assertThat(connections("sweep: {replicas: [1, 2]}")).as("PostgreSQL's default").isEqualTo(100);
    assertThat(connections("sweep: {replicas: [1, 20]}")).isEqualTo(20 * 21 + 10);
    assertThat(
            connections(
                "{sweep: {replicas: [20]}, system: {databases: [{name: main, maxConnections: 600}]}}"))
        .isEqualTo(600);
  }

  @Test
  void whatIsAddedLaterLeavesTheOthersAsTheyWere() {
    Plan first = Planner.plan("small", Given.spec());
    Plan larger =
        added(
            """
            variants: [{name: one-copy, system: {state: {web: {copies: 1}}}}]
            sweep: {replicas: [1, 2, 20]}
            load: {repetitions: 3}
            """,
            recorded("base", 100));

    assertThat(hashes(larger)).containsAllEntriesOf(hashes(first));
    assertThat(larger.configurations())
        .allSatisfy(
            one -> assertThat(one.databases().get(0).spec().maxConnections()).isEqualTo(100));
    assertThat(
            hashes(
                Planner.plan(
                    "small", Experiments.with(Given.spec(), "sweep: {replicas: [1, 20]}"))))
        .as("one that has not started derives them from the largest")
        .doesNotContainEntry("small-base-1", hashes(first).get("small-base-1"));
  }

  @Test
  void aConfigurationThatNeedsMoreConnectionsThanThereAreBreaksARule() {
    Plan larger = added("{sweep: {replicas: [1, 2, 4, 5]}}", recorded("base", 100));

    assertThat(Planner.violations(larger.configurations().get(2))).as("4 * 21 + 10").isEmpty();
    assertThat(Planner.violations(larger.configurations().get(3)))
        .extracting(Violation::field, Violation::reason)
        .containsExactly(tuple("spec.system.databases[main].maxConnections", Reason.SPEC_INVALID));
    assertThat(Planner.violations(larger.configurations().get(3)).get(0).message())
        .startsWith("base-5 needs 115 connections, but 100 were configured");
  }

  @Test
  void connectionsThatPostgresqlReservesAreAdded() {
    String reserving =
        "{name: main, parameters: {superuser_reserved_connections: '20', reserved_connections: '5'}}";
    Plan plan =
        Planner.plan(
            "small",
            Experiments.with(
                Given.spec(),
                "{system: {databases: [%s]}, sweep: {replicas: [1, 10]}}".formatted(reserving)));

    assertThat(plan.configurations().get(0).databases().get(0).spec().maxConnections())
        .as("10 * 21 + 7 + 20 + 5")
        .isEqualTo(242);
  }

  @Test
  void databasesThatGiveTheirDefaultsAreTheSame() {
    String stored =
        "{name: main, instances: 1, reads: Primary, cpu: '1', memory: 512Mi, storage: {size: 1Gi}}";

    assertThat(
            hashes(
                Planner.plan(
                    "small",
                    Experiments.with(Given.spec(), "system: {databases: [%s]}".formatted(stored)))))
        .isEqualTo(hashes(Planner.plan("small", Given.spec())));
  }

  @Test
  void aLayoutKeepsTheNameThatItHadWhenItWasRecorded() {
    Plan larger =
        added(
            """
            system: {databases: [{name: main, memory: 1Gi}]}
            sweep:
              replicas: [1]
              factors: [{setting: databases.main.cpu, values: [500m, 1]}]
            """,
            recorded("base-cpu1", 140));

    assertThat(larger.configurations())
        .extracting(Configuration::shortName, Configuration::layout)
        .as("the first value was excluded then")
        .containsExactly(tuple("base-cpu500m-1", "base-cpu500m"), tuple("base-cpu1-1", "base"));
    assertThat(larger.configurations())
        .extracting(one -> one.databases().get(0).spec().maxConnections())
        .containsExactly(100, 140);
  }

  /** As an earlier version recorded it, without the other settings. */
  private static EffectiveDatabase recorded(String system, int connections) {
    return new EffectiveDatabase(
        "base", system, "main", List.of(), null, null, null, null, null, connections);
  }

  private static Plan added(String change, EffectiveDatabase recorded) {
    return Planner.plan(
        "small", Experiments.with(Given.spec(), change), PodSettings.NONE, List.of(recorded));
  }

  private static Map<String, String> hashes(Plan plan) {
    return plan.configurations().stream()
        .collect(Collectors.toMap(Configuration::name, Configuration::hash));
  }

  @Test
  void whereTransactionsSpanDatabasesEachHasConnectionsToEndThemAndOneForTheirLog() {
    String pools = "{sweep: {replicas: [20]}, system: {databases: %s}}";
    String databases =
        "[{name: orders, domains: [Customer]}, {name: plant, domains: [Corporate, Manufacturing, Supplier]}]";

    assertThat(
            Planner.plan("small", Experiments.with(Given.spec(), pools.formatted(databases)))
                .spec()
                .system()
                .databases())
        .extracting(DatabaseSpec::maxConnections)
        .containsExactly(20 * 42 + 10, 20 * 22 + 10);
  }

  @Test
  void severalDatabasesAreNamedAfterTheirOwnNames() {
    ScalabilityExperimentSpec two = Experiments.twoDatabases("default").getSpec();
    List<Database> databases = databases(two);

    assertThat(databases)
        .extracting(Database::cluster)
        .containsExactly("small-base-db-orders", "small-base-db-plant");
    assertThat(databases)
        .extracting(Database::domains)
        .containsExactly(
            List.of(Domain.CUSTOMER, Domain.CORPORATE),
            List.of(Domain.MANUFACTURING, Domain.SUPPLIER));

    String longest = "a".repeat(50 - "-base-db-orders".length());
    assertThat(Planner.plan(longest, two).violations()).isEmpty();
    assertThat(Planner.plan(longest + "a", two).violations())
        .singleElement()
        .extracting(Violation::reason)
        .isEqualTo(Reason.NAME_TOO_LONG);
  }

  @Test
  void oneDatabaseHasEveryDomainOfAWorkloadWithDomains() {
    assertThat(databases(Given.spec()))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.cluster()).isEqualTo("small-base-db");
              assertThat(one.domains()).containsExactly(Domain.values());
            });
    assertThat(databases(Experiments.bookstore("default").getSpec()))
        .singleElement()
        .satisfies(one -> assertThat(one.domains()).isEmpty());
    assertThat(databases(Experiments.cart("default").getSpec())).isEmpty();
  }

  private static List<Database> databases(ScalabilityExperimentSpec spec) {
    return Planner.plan("small", spec).configurations().get(0).databases();
  }

  private static int scale(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change)).spec().workload().scale();
  }

  private static int connections(String change) {
    return Planner.plan("small", Experiments.with(Given.spec(), change))
        .spec()
        .system()
        .databases()
        .get(0)
        .maxConnections();
  }
}
