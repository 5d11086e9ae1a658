package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The databases of a plan: their names, domains and connections. */
class PlannedDatabasesTest {
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
  void whereCustomersAreDistributedNoTransactionSpansDatabases() {
    assertThat(
            Planner.plan(
                    "small",
                    Experiments.with(
                        Experiments.portal("default").getSpec(),
                        "{sweep: {replicas: [20]}, system: {databases: [{name: one}, {name: two}]}}"))
                .spec()
                .system()
                .databases())
        .extracting(DatabaseSpec::maxConnections)
        .containsExactly(20 * 11 + 10, 20 * 11 + 10);
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

  /** As an earlier version recorded it, without the other settings. */
  private static EffectiveDatabase recorded(String system, int connections) {
    return new EffectiveDatabase(
        "base", system, "main", List.of(), null, null, null, null, null, null, connections);
  }

  private static Plan added(String change, EffectiveDatabase recorded) {
    return Planner.plan(
        "small", Experiments.with(Given.spec(), change), PodSettings.NONE, List.of(recorded));
  }

  private static Map<String, String> hashes(Plan plan) {
    return plan.configurations().stream()
        .collect(Collectors.toMap(Configuration::name, Configuration::hash));
  }

  private static List<Database> databases(ScalabilityExperimentSpec spec) {
    return Planner.plan("small", spec).configurations().get(0).databases();
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
