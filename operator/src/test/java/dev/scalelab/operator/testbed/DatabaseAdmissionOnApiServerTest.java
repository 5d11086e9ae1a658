package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.CountingClient;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.RefusedDatabases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An API server that refuses a Cluster as CloudNativePG's webhook does: here by a policy with its
 * message, since no webhook runs.
 */
class DatabaseAdmissionOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private long nanoTime;
  private CountingClient client;
  private DatabaseAdmission admission;

  @BeforeAll
  static void refuse() throws InterruptedException {
    RefusedDatabases.refuse(api);
  }

  @BeforeEach
  void count() {
    client = new CountingClient(api.client());
    admission =
        new DatabaseAdmission(
            client.client(), new DatabaseManifest(Experiments.images()), () -> nanoTime);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aDatabaseThatIsRefusedIsNamedWithTheWords() {
    assertThat(violations(bad("refused", 1)))
        .extracting(Violation::field, Violation::reason)
        .containsExactly(tuple("spec.system.databases[main]", Reason.REFUSED));
    assertThat(violations(bad("refused", 1)).get(0).message()).endsWith(RefusedDatabases.MESSAGE);
    assertThat(
            api.client()
                .genericKubernetesResources(DatabaseManifest.RESOURCE)
                .inNamespace(api.namespace())
                .list()
                .getItems())
        .isEmpty();
  }

  @Test
  void aDatabaseOfAVariantIsNamedWithIt() {
    ScalabilityExperiment variant =
        Experiments.with(
            experiment("variant", 1),
            "variants: [{name: logs, %s}]".formatted(RefusedDatabases.SYSTEM));

    assertThat(violations(variant))
        .extracting(Violation::field)
        .containsExactly("spec.variants[logs].system.databases[main]");
  }

  @Test
  void itIsAskedOnceWhileAnExperimentWaits() {
    for (int pass = 0; pass < 10; pass++) {
      assertThat(violations(experiment("waits", 1))).isEmpty();
      nanoTime += Duration.ofMinutes(5).toNanos();
    }
    assertThat(client.requests()).isEqualTo(1);

    assertThat(violations(bad("waits", 2))).as("its spec has changed").hasSize(1);
    assertThat(client.requests()).isEqualTo(2);
  }

  @Test
  void aRefusalIsAskedAboutAgainAfterAMinute() {
    for (int pass = 0; pass < 12; pass++) {
      assertThat(violations(bad("again", 1))).hasSize(1);
      nanoTime += Duration.ofSeconds(5).toNanos();
    }
    assertThat(client.requests()).isEqualTo(1);

    assertThat(violations(bad("again", 1))).hasSize(1);
    assertThat(client.requests()).isEqualTo(2);
  }

  @Test
  void atMostAHundredDatabasesOfASweepAreAskedAbout() {
    ScalabilityExperiment sweep =
        Experiments.with(
            experiment("sweep", 1),
            """
            sweep:
              replicas: [1]
              factors:
                - {setting: databases.main.maxConnections, values: [100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115]}
                - {setting: databases.main.cpu, values: [1, 2, 3, 4, 5, 6, 7, 8]}
            """);

    assertThat(violations(sweep)).isEmpty();
    assertThat(client.requests()).isEqualTo(100);
  }

  private List<Violation> violations(ScalabilityExperiment experiment) {
    String name = experiment.getMetadata().getName();
    return admission.violations(experiment, Planner.plan(name, experiment.getSpec()));
  }

  private static ScalabilityExperiment bad(String name, long generation) {
    return Experiments.with(experiment(name, generation), RefusedDatabases.SYSTEM);
  }

  private static ScalabilityExperiment experiment(String name, long generation) {
    ScalabilityExperiment experiment = Experiments.small(api.namespace());
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(name);
    experiment.getMetadata().setGeneration(generation);
    return experiment;
  }
}
