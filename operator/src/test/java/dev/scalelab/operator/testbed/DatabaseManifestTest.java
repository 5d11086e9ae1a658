package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.TwoServers.container;
import static dev.scalelab.operator.testbed.TwoServers.environment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The manifests of databases, and how the servers of a trial reach them. */
class DatabaseManifestTest {
  private static final String REPLICAS =
      "system: {databases: [{name: main, instances: 3, reads: Replicas}]}";

  private final ScalabilityExperiment experiment = Experiments.small("default");

  @Test
  void theWholeOfTheDatabase() {
    Golden.assertSame("database.yaml", databases(experiment).get(0));
  }

  @Test
  void theWholeOfOneOfTwoDatabases() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    List<HasMetadata> databases = databases(two);
    assertThat(databases)
        .extracting(database -> database.getMetadata().getName())
        .containsExactly("small-base-db-orders", "small-base-db-plant");
    Golden.assertSame("database-of-two.yaml", databases.get(1));
  }

  @Test
  void whatTheUserSetsReplacesScaleLabsDefaults() {
    Experiments.with(
        experiment,
        "system: {databases: [{name: main, maxConnections: 300, parameters: {shared_buffers: 64MB, wal_keep_size: 1GB}}]}");

    assertThat(parameters(databases(experiment).get(0)))
        .containsEntry("shared_buffers", "64MB")
        .containsEntry("wal_keep_size", "1GB")
        .containsEntry("max_wal_size", "256MB")
        .containsEntry("max_connections", "300");
  }

  /** The number of its StatefulSet's pod is a label of it. */
  @Test
  void eachServerFindsItsPrivateDatabaseByItsNumber() {
    ScalabilityExperiment apart =
        Experiments.with(experiment, "system: {databases: [{name: main, perServer: true}]}");

    assertThat(databases(apart))
        .extracting(database -> database.getMetadata().getName())
        .containsExactly("small-base-db-0", "small-base-db-1");
    assertThat(environment(apart)).containsEntry("DB_HOST", "small-base-db-$(SERVER_NUMBER)-rw");
    assertThat(container(apart).getEnv())
        .extracting(EnvVar::getName)
        .as("a variable can only refer to an earlier one")
        .containsSubsequence("SERVER_NUMBER", "DB_HOST");
    assertThat(secrets(apart)).containsEntry("DB_PASSWORD", "small-base-db-0-app");
    assertThat(databases(apart))
        .extracting(database -> secretOf(database))
        .as("all have the credentials of the first")
        .containsExactly(null, "small-base-db-0-app");
  }

  private static String secretOf(HasMetadata database) {
    return ((GenericKubernetesResource) database)
        .get("spec", "bootstrap", "initdb", "secret", "name");
  }

  /** So that each of them can start, whatever the others have. */
  @Test
  void serversWhoseConnectionsMayBeRefusedBeginWithOne() {
    String refusing = "system: {databases: [{name: main, maxConnections: 32, connections: %s}]}";

    assertThat(environment(Experiments.with(experiment, refusing.formatted("Unchecked"))))
        .containsEntry("POOL_MIN_SIZE", "1");
    assertThat(environment(Experiments.with(experiment, refusing.formatted("Checked"))))
        .containsEntry("POOL_MIN_SIZE", "5");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> parameters(HasMetadata database) {
    return (Map<String, String>)
        ((GenericKubernetesResource) database).get("spec", "postgresql", "parameters");
  }

  /** Each instance, and so any new primary, is on a node of the selector. */
  @Test
  void theWholeOfADatabaseWithReplicas() {
    ScalabilityExperiment replicas = Experiments.with(Experiments.small("default"), REPLICAS);
    Golden.assertSame("database-with-replicas.yaml", databases(replicas).get(0));
  }

  @Test
  void credentialsAreReferencesToTheDatabasesOwnSecret() {
    assertThat(secrets(experiment)).containsEntry("DB_PASSWORD", "small-base-db-app");
  }

  @Test
  void serversReadAtReplicas() {
    assertThat(environment(Experiments.with(Experiments.small("default"), REPLICAS)))
        .containsEntry("DB_HOST", "small-base-db-rw")
        .containsEntry("DB_READS_HOST", "small-base-db-ro");
    assertThat(environment(Experiments.small("default"))).doesNotContainKey("DB_READS_HOST");
  }

  @Test
  void eachDatabaseThatIsReadAtReplicasHasItsOwn() {
    assertThat(
            environment(
                Experiments.with(
                    Experiments.small("default"),
                    """
                    system:
                      databases:
                        - {name: rest, domains: [Corporate, Supplier], instances: 2, reads: Replicas}
                        - {name: orders, domains: [Customer, Manufacturing]}
                    """)))
        .containsEntry("DB_CORPORATE_READS_HOST", "small-base-db-rest-ro")
        .doesNotContainKey("DB_READS_HOST");
  }

  @Test
  void serversReachEachDomainInItsDatabase() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    assertThat(environment(two))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_NAME", "ecperf")
        .containsEntry("DB_MANUFACTURING_HOST", "small-base-db-plant-rw")
        .containsEntry("DB_SUPPLIER_HOST", "small-base-db-plant-rw")
        .as("port and name are as for all, and so is what is beside the customer domain")
        .doesNotContainKeys("DB_MANUFACTURING_NAME", "DB_CUSTOMER_HOST", "DB_CORPORATE_HOST");
    assertThat(secrets(two))
        .containsEntry("DB_PASSWORD", "small-base-db-orders-app")
        .containsEntry("DB_SUPPLIER_USER", "small-base-db-plant-app")
        .containsEntry("DB_SUPPLIER_PASSWORD", "small-base-db-plant-app");
  }

  @Test
  void theFirstDatabaseIsWhereTheCustomerDomainIs() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    Experiments.with(
        two,
        """
        system:
          databases:
            - {name: rest, domains: [Corporate, Supplier, Manufacturing]}
            - {name: orders, domains: [Customer]}
        """);
    assertThat(environment(two))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_CORPORATE_HOST", "small-base-db-rest-rw");
  }

  @Test
  void serversReachThePortalsCustomersInTheirDatabases() {
    ScalabilityExperiment three =
        Experiments.with(
            Experiments.portal("default"),
            "system: {databases: [{name: one}, {name: two}, {name: three}]}");
    assertThat(environment(three))
        .containsEntry("DB_HOST", "small-base-db-one-rw")
        .containsEntry("DB_STORE2_HOST", "small-base-db-two-rw")
        .containsEntry("DB_STORE3_HOST", "small-base-db-three-rw")
        .containsEntry("PORTAL_CUSTOMERS", "1500")
        .doesNotContainKeys("DB_STORE2_NAME", "DB_STORE4_HOST");
    assertThat(secrets(three))
        .containsEntry("DB_PASSWORD", "small-base-db-one-app")
        .containsEntry("DB_STORE3_PASSWORD", "small-base-db-three-app");
    assertThat(databases(three))
        .as("no transaction spans them")
        .allSatisfy(
            cluster ->
                assertThat(Serialization.asYaml(cluster))
                    .doesNotContain("max_prepared_transactions"));
    assertThat(environment(Experiments.portal("default")))
        .doesNotContainKeys("PORTAL_CUSTOMERS", "DB_STORE2_HOST");
  }

  private static List<HasMetadata> databases(ScalabilityExperiment of) {
    DatabaseManifest manifest = new DatabaseManifest(Experiments.images());
    Configuration configuration = Experiments.two(of);
    return configuration.databases().stream()
        .<HasMetadata>map(one -> manifest.cluster(of, configuration, one))
        .toList();
  }

  /** Names of the secrets for the servers' variables. */
  private static Map<String, String> secrets(ScalabilityExperiment of) {
    return container(of).getEnv().stream()
        .filter(variable -> variable.getValueFrom() != null)
        .filter(variable -> variable.getValueFrom().getSecretKeyRef() != null)
        .collect(
            Collectors.toMap(
                EnvVar::getName, variable -> variable.getValueFrom().getSecretKeyRef().getName()));
  }
}
