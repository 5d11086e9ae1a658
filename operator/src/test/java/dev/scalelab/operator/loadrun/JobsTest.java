package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.loadrun.TrialJobs.DATASETS;
import static dev.scalelab.operator.loadrun.TrialJobs.LOADS;
import static dev.scalelab.operator.loadrun.TrialJobs.audit;
import static dev.scalelab.operator.loadrun.TrialJobs.environment;
import static dev.scalelab.operator.loadrun.TrialJobs.reset;
import static dev.scalelab.operator.loadrun.TrialJobs.run;
import static dev.scalelab.operator.loadrun.TrialJobs.warmUp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Jobs of the trial with two servers; its steps are 20, 40, 80, 120 at 25 s each. */
class JobsTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final Configuration configuration = Experiments.two(experiment);

  @Test
  void theWholeOfARun() {
    Golden.assertSame("run.yaml", run(experiment));
  }

  @Test
  void aGeneratorOfTheUsersMayWriteToTheFoldersThatTheUserNames() {
    Experiments.with(experiment, "load: {generators: {writableFolders: [/opt/load/tmp]}}");

    for (Job job : List.of(warmUp(experiment), run(experiment))) {
      PodSpec pod = job.getSpec().getTemplate().getSpec();
      assertThat(pod.getContainers().get(0).getVolumeMounts())
          .extracting(VolumeMount::getName, VolumeMount::getMountPath)
          .containsExactly(tuple("tmp", "/tmp"), tuple("folder-0", "/opt/load/tmp"));
      assertThat(pod.getVolumes().get(1).getEmptyDir()).isNotNull();
    }
    assertThat(reset(experiment).getSpec().getTemplate().getSpec().getVolumes()).hasSize(1);
  }

  /** Of 32 connections, 3 are PostgreSQL's own, and 7 are those of Jobs and of CloudNativePG. */
  @Test
  void whereConnectionsMayBeRefusedTheJobsKeepTheirs() {
    assertThat(environment(reset(experiment))).doesNotContainKey("DB_CONNECTION_LIMIT");

    Experiments.with(
        experiment,
        "system: {databases: [{name: main, maxConnections: 32, connections: Unchecked}]}");
    for (Job job : List.of(reset(experiment), audit(experiment))) {
      assertThat(environment(job)).containsEntry("DB_CONNECTION_LIMIT", "22");
    }
  }

  /** A database whose connections are checked has no limit, whatever the first one has. */
  @Test
  void eachOfThePortalsDatabasesHasALimitOfItsOwn() {
    ScalabilityExperiment portal =
        Experiments.with(
            Experiments.portal("default"),
            """
            system:
              databases:
                - {name: first, maxConnections: 32, connections: Unchecked}
                - {name: second}
                - {name: third, maxConnections: 40, connections: Unchecked}
            """);

    assertThat(environment(reset(portal)))
        .containsEntry("DB_CONNECTION_LIMIT", "22")
        .doesNotContainKey("DB_STORE2_CONNECTION_LIMIT")
        .containsEntry("DB_STORE3_CONNECTION_LIMIT", "30");
  }

  @Test
  void thePrivateDatabasesOfAllServersAreResetAndAudited() {
    assertThat(environment(reset(experiment))).doesNotContainKey("DB_HOSTS");

    Experiments.with(experiment, "system: {databases: [{name: main, perServer: true}]}");
    for (Job job : List.of(reset(experiment), audit(experiment))) {
      assertThat(environment(job))
          .containsEntry("DB_HOSTS", "small-base-db-0-rw,small-base-db-1-rw");
    }
  }

  @Test
  void withoutABalancerTheLoadIsSentToEachServer() {
    Experiments.with(experiment, "system: {balancer: {policy: None}}");

    assertThat(environment(run(experiment)))
        .containsEntry(
            "TARGET_URL",
            "http://small-base-2-app-0.small-base-2-app:8080,http://small-base-2-app-1.small-base-2-app:8080");
  }

  @Test
  void usersNameThemselvesWhereTheBalancerKeepsTheirServer() {
    assertThat(environment(run(experiment))).doesNotContainKey("CLIENT_HEADER");

    Experiments.with(experiment, "system: {balancer: {policy: FirstAvailable}}");
    assertThat(environment(run(experiment)))
        .containsEntry("CLIENT_HEADER", "scalelab-client")
        .containsEntry("TARGET_URL", "http://small-base-2-lb:8080");
  }

  @Test
  void aRunClimbsTheWholeStaircaseAgainstTheBalancer() {
    assertThat(environment(run(experiment)))
        .containsEntry("MODE", "measure")
        .containsEntry("RUN", "small-base-2-r1")
        .containsEntry("TARGET_URL", "http://small-base-2-lb:8080")
        .containsEntry("RATES", "20,40,80,120")
        .as("120/s within an objective of 2 s")
        .containsEntry("MAX_IN_FLIGHT", "240")
        .containsEntry("STEP_SECONDS", "25")
        .containsEntry("WARM_UP_SECONDS", "5")
        .containsEntry("RAMP_SECONDS", "2")
        .containsEntry("SCALE", "10")
        .containsEntry("HEAP", "256m");
  }

  @ParameterizedTest(name = "rates {0}, p95 {1} ms: {2} open")
  @MethodSource
  void openTransactionsAreBoundedByTheHighestRateAndTheObjective(
      List<Integer> rates, int p95Millis, int open) {
    Experiments.open(experiment, p95Millis, rates);

    assertThat(environment(run(experiment))).containsEntry("MAX_IN_FLIGHT", String.valueOf(open));
  }

  static Stream<Arguments> openTransactionsAreBoundedByTheHighestRateAndTheObjective() {
    return Stream.of(
        arguments(List.of(20, 120), 2000, 240),
        arguments(named("down again", List.of(20, 120, 20)), 2000, 240),
        arguments(named("short stalls leave nothing out", List.of(20, 120)), 10, 100),
        arguments(named("what a generator takes", List.of(20, 10_000)), 10_000, 50_000));
  }

  @Test
  void aClosedModelHasUsersInARunAndArrivalsWhileServersWarmUp() {
    ScalabilityExperiment closed = Experiments.closed(experiment, 4, 20, 4);

    assertThat(environment(run(closed)))
        .containsEntry("USERS", "4,20,4")
        .doesNotContainKeys("RATES", "MAX_IN_FLIGHT");
    assertThat(environment(warmUp(closed)))
        .containsEntry("RATES", "400")
        .doesNotContainKey("USERS");
    assertThat(run(closed).getSpec().getActiveDeadlineSeconds())
        .as("three steps, four answers within their timeout, the experiment's patience, a minute")
        .isEqualTo(3 * 25 + 4 * 10 + 300 + 60);
  }

  @Test
  void theWarmUpIsAsMuchAsServersTakeAndLeavesOutTheRest() {
    assertThat(environment(warmUp(experiment)))
        .containsEntry("MODE", "warmup")
        .containsEntry("RATES", "400")
        .containsEntry("MAX_IN_FLIGHT", "6")
        .containsEntry("MAX_TRANSACTIONS", "1400")
        .containsEntry("WARM_SECONDS", "15")
        .containsEntry("STEP_SECONDS", "30")
        .containsEntry("RAMP_SECONDS", "7");
  }

  @Test
  void aWarmUpThatNeedNotBeSteadyEndsAfterItsTransactions() {
    Experiments.with(experiment, "load: {warmUp: {untilSteady: false}}");

    assertThat(environment(warmUp(experiment))).containsEntry("WARM_SECONDS", "0");
  }

  @Test
  void serversOfARunThatWasNotWarmGetTwiceTheTransactions() {
    assertThat(environment(LOADS.warmUp(experiment, Experiments.two(experiment), 2)))
        .containsEntry("MAX_TRANSACTIONS", "2800");
  }

  /**
   * Otherwise a warm-up with a long limit that is ended by a number would start with minutes of low
   * load.
   */
  @Test
  void theWarmUpToANumberBeginsSoonHoweverLongItMayLast() {
    Experiments.with(experiment, "load: {warmUp: {maxSeconds: 3600}}");

    assertThat(environment(warmUp(experiment)))
        .containsEntry("STEP_SECONDS", "3600")
        .containsEntry("RAMP_SECONDS", "10");
  }

  @Test
  void theWarmUpOfManyServersIsNoMoreThanTheLoadGeneratorTakes() {
    Configuration many =
        new Configuration(
            "small",
            "small-base-600",
            "base",
            List.of(),
            600,
            1,
            configuration.spec(),
            "base",
            "inputs");

    assertThat(environment(LOADS.warmUp(experiment, many, 1))).containsEntry("RATES", "100000");
  }

  @Test
  void kubernetesEndsAJobAMinuteAfterTheOperatorWouldHaveGivenItUp() {
    assertThat(run(experiment).getSpec().getActiveDeadlineSeconds())
        .as("four steps, four answers within their timeout, the experiment's patience, a minute")
        .isEqualTo(4 * 25 + 4 * 10 + 300 + 60);
    assertThat(audit(experiment).getSpec().getActiveDeadlineSeconds()).isEqualTo(300 + 60);
  }

  @Test
  void theWholeOfAReset() {
    Golden.assertSame("reset.yaml", reset(experiment));
  }

  @Test
  void oneJobResetsAllDatabases() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    assertThat(environment(reset(two)))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_TEMPLATE", "ecperf_template")
        .containsEntry("DB_MANUFACTURING_HOST", "small-base-db-plant-rw")
        .containsEntry("DB_SUPPLIER_HOST", "small-base-db-plant-rw");
  }

  @Test
  void theDatasetOfAVariantBelongsToNoTrial() {
    assertThat(DATASETS.prepare(experiment, configuration).getMetadata().getLabels())
        .containsEntry("scalelab.dev/tier", "dataset")
        .doesNotContainKey("scalelab.dev/trial");
  }
}
