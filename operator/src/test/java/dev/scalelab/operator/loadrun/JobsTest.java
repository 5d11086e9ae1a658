package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Jobs of the trial with two servers; its steps are 20, 40, 80, 120 at 25 s each. */
class JobsTest {
  private final ScalabilityExperiment experiment = Experiments.small("default");
  private final Configuration trial = Experiments.two(Experiments.small("default"));
  private final LoadJobs loads = new LoadJobs(Experiments.images());
  private final DatasetJobs datasets =
      new DatasetJobs(Experiments.images(), Experiments.settings());

  @Test
  void theWholeOfARun() {
    Golden.assertSame("run.yaml", loads.run(experiment, trial, Experiments.firstRun(trial)));
  }

  @Test
  void theWholeOfARunThatTwoGeneratorsShare() {
    Golden.assertSame(
        "run-shared.yaml", loads.run(experiment, shared(2), Experiments.firstRun(shared(2))));
  }

  @Test
  void generatorsFindTheFirstOfThemByTheirService() {
    Configuration shared = shared(3);
    PodTemplateSpec pods =
        loads.run(experiment, shared, Experiments.firstRun(shared)).getSpec().getTemplate();
    Service service = loads.service(experiment, shared);

    assertThat(service.getMetadata().getName()).isEqualTo(pods.getSpec().getSubdomain());
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
    assertThat(pods.getMetadata().getLabels())
        .containsAllEntriesOf(service.getSpec().getSelector());
    assertThat(environment(loads.run(experiment, shared, Experiments.firstRun(shared))))
        .as("the name of a pod of a Job is the Job's and its number")
        .containsEntry(
            "TOGETHER_URL",
            "http://small-base-2-r1-load-0." + service.getMetadata().getName() + ":9103")
        .containsEntry("GENERATORS", "3")
        .as("those of all together")
        .containsEntry("RATES", "20,40,80,120")
        .containsEntry("MAX_IN_FLIGHT", "240")
        .as("less than the operator's patience of 300 s")
        .containsEntry("TOGETHER_SECONDS", "270");
  }

  @Test
  void serversWarmUpWithNoMoreGeneratorsThanTransactionsThatMayBeOpen() {
    Configuration shared = shared(8);
    assertThat(loads.warmUp(experiment, shared).getSpec().getCompletions()).isEqualTo(6);
    assertThat(environment(loads.warmUp(experiment, shared)))
        .containsEntry("MAX_IN_FLIGHT", "6")
        .containsEntry("GENERATORS", "6")
        .containsEntry("TOGETHER_URL", "http://small-base-2-warmup-0.small-base-2-load:9103");
  }

  @Test
  void theWholeOfAReset() {
    Golden.assertSame("reset.yaml", datasets.reset(experiment, trial, 1));
  }

  @Test
  void oneJobResetsAllDatabases() {
    ScalabilityExperiment two = Experiments.twoDatabases("default");
    assertThat(environment(datasets.reset(two, Experiments.two(two), 1)))
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .containsEntry("DB_TEMPLATE", "ecperf_template")
        .containsEntry("DB_MANUFACTURING_HOST", "small-base-db-plant-rw")
        .containsEntry("DB_SUPPLIER_HOST", "small-base-db-plant-rw");
  }

  @Test
  void aRunClimbsTheWholeStaircaseAgainstTheBalancer() {
    assertThat(environment(loads.run(experiment, trial, Experiments.firstRun(trial))))
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

    assertThat(
            environment(
                loads.run(
                    experiment,
                    Experiments.two(experiment),
                    Experiments.firstRun(Experiments.two(experiment)))))
        .containsEntry("MAX_IN_FLIGHT", String.valueOf(open));
  }

  static Stream<Arguments> openTransactionsAreBoundedByTheHighestRateAndTheObjective() {
    return Stream.of(
        arguments(List.of(20, 120), 2000, 240),
        arguments(named("down again", List.of(20, 120, 20)), 2000, 240),
        arguments(named("short stalls leave nothing out", List.of(20, 120)), 10, 100),
        arguments(named("what a generator takes", List.of(20, 10_000)), 10_000, 50_000));
  }

  @Test
  void visitorsOfACartThinkInARunAndNotWhileServersWarmUp() {
    ScalabilityExperiment cart = Experiments.cart("default");
    assertThat(
            environment(
                loads.run(
                    cart, Experiments.two(cart), Experiments.firstRun(Experiments.two(cart)))))
        .containsEntry("WORKLOAD", "cart")
        .containsEntry("PRODUCTS_PER_VISIT", "10")
        .containsEntry("THINK_MILLIS", "0-500")
        .as("120/s within an objective of 2 s and 11 pauses of 250 ms")
        .containsEntry("MAX_IN_FLIGHT", "570")
        .doesNotContainKey("SCALE");
    assertThat(environment(loads.warmUp(cart, Experiments.two(cart))))
        .containsEntry("WORKLOAD", "cart")
        .doesNotContainKey("THINK_MILLIS");
    assertThat(
            loads
                .run(cart, Experiments.two(cart), Experiments.firstRun(Experiments.two(cart)))
                .getSpec()
                .getActiveDeadlineSeconds())
        .as("four steps, twelve answers within their timeout after the longest pause, and so on")
        .isEqualTo(4 * 25 + 126 + 300 + 60);
    assertThat(loads.warmUp(cart, Experiments.two(cart)).getSpec().getActiveDeadlineSeconds())
        .as("no pauses")
        .isEqualTo(30 + 120 + 300 + 60);
  }

  @Test
  void readersOfTheBookStoreChooseFromItsDatasetAndThinkInARun() {
    ScalabilityExperiment store = Experiments.bookstore("default");
    assertThat(
            environment(
                loads.run(
                    store, Experiments.two(store), Experiments.firstRun(Experiments.two(store)))))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("SCALE", "10")
        .containsEntry("PRODUCTS_PER_VISIT", "3")
        .containsEntry("THINK_MILLIS", "100-400");
    assertThat(environment(datasets.audit(store, Experiments.two(store), 1)))
        .containsEntry("WORKLOAD", "bookstore")
        .containsEntry("DB_NAME", "bookstore");
  }

  @Test
  void callsOfCellsHaveWeightsAndConnectionsOfTheirOwn() {
    ScalabilityExperiment cells = Experiments.closed(Experiments.cells("default"), 10, 20);
    assertThat(
            environment(
                loads.run(
                    cells, Experiments.two(cells), Experiments.firstRun(Experiments.two(cells)))))
        .containsEntry("WORKLOAD", "cells")
        .containsEntry("CELLS_MIX", "a=20,b=1")
        .containsEntry("CELLS_KEEP_ALIVE", "false")
        .containsEntry("THINK_MILLIS", "300-400")
        .doesNotContainKeys("SCALE", "MIX");
    assertThat(environment(loads.warmUp(cells, Experiments.two(cells))))
        .containsEntry("CELLS_MIX", "a=20,b=1")
        .doesNotContainKey("THINK_MILLIS");
  }

  @Test
  void kindsOfClientsAreInARunAlone() {
    ScalabilityExperiment cells =
        Experiments.cells(
            "default",
            "[{weight: 1, thinkMillis: 300}, {weight: 4, thinkMillis: 400, keepAlive: false}]");
    Job run =
        loads.run(cells, Experiments.two(cells), Experiments.firstRun(Experiments.two(cells)));
    assertThat(environment(run))
        .containsEntry("CELLS_CLIENTS", "20:300:true,80:400:false")
        .containsEntry("CELLS_KEEP_ALIVE", "true")
        .doesNotContainKey("THINK_MILLIS");
    assertThat(run.getSpec().getActiveDeadlineSeconds())
        .as("two steps, an answer within its timeout after the longest pause, and so on")
        .isEqualTo(2 * 25 + 11 + 300 + 60);
    assertThat(environment(loads.warmUp(cells, Experiments.two(cells))))
        .doesNotContainKeys("CELLS_CLIENTS", "THINK_MILLIS");
  }

  @Test
  void aMixOfOnesOwnIsThatOfWarmUpAndRun() {
    ScalabilityExperiment mixed =
        Experiments.with(
            Experiments.small("default"), "workload: {mix: {orderStatus: 7, newOrder: 3}}");
    String mix = "newOrder=30,orderStatus=70";
    assertThat(
            environment(
                loads.run(
                    mixed, Experiments.two(mixed), Experiments.firstRun(Experiments.two(mixed)))))
        .containsEntry("MIX", mix);
    assertThat(environment(loads.warmUp(mixed, Experiments.two(mixed)))).containsEntry("MIX", mix);
    assertThat(environment(loads.run(experiment, trial, Experiments.firstRun(trial))))
        .doesNotContainKey("MIX");
  }

  @Test
  void customersOfThePortalVisitBesideAConstantStreamOfOrders() {
    ScalabilityExperiment portal = Experiments.portal("default");
    for (Job job :
        List.of(
            loads.run(
                portal, Experiments.two(portal), Experiments.firstRun(Experiments.two(portal))),
            loads.warmUp(portal, Experiments.two(portal)))) {
      assertThat(environment(job))
          .containsEntry("WORKLOAD", "portal")
          .containsEntry("SCALE", "10")
          .containsEntry("REQUESTS_PER_VISIT", "8")
          .containsEntry("STREAM_RATE", "7");
    }
    assertThat(environment(datasets.audit(portal, Experiments.two(portal), 1)))
        .containsEntry("WORKLOAD", "portal")
        .containsEntry("DB_NAME", "portal");
  }

  @Test
  void anOwnLoadGetsItsMixAndTheLengthOfItsTransactions() {
    ScalabilityExperiment own = Experiments.custom("default");
    Job run = loads.run(own, Experiments.two(own), Experiments.firstRun(Experiments.two(own)));

    assertThat(environment(run))
        .containsEntry("WORKLOAD", "own")
        .containsEntry("MIX", "buy=25,look=75")
        .containsEntry("REQUESTS_PER_TRANSACTION", "2")
        .containsEntry("THINK_MILLIS", "0-100")
        .doesNotContainKey("SCALE");
    assertThat(run.getSpec().getTemplate().getSpec().getContainers().get(0).getImage())
        .isEqualTo("registry.example/shop-load:1");
    assertThat(run.getSpec().getActiveDeadlineSeconds())
        .as("four steps, two answers within their timeout after the longest pause, and so on")
        .isEqualTo(4 * 25 + 21 + 300 + 60);
  }

  @Test
  void aClosedModelHasUsersInARunAndArrivalsWhileServersWarmUp() {
    ScalabilityExperiment closed = Experiments.closed(experiment, 4, 20, 4);

    assertThat(
            environment(
                loads.run(
                    closed,
                    Experiments.two(closed),
                    Experiments.firstRun(Experiments.two(closed)))))
        .containsEntry("USERS", "4,20,4")
        .doesNotContainKeys("RATES", "MAX_IN_FLIGHT");
    assertThat(environment(loads.warmUp(closed, Experiments.two(closed))))
        .containsEntry("RATES", "400")
        .doesNotContainKey("USERS");
    assertThat(
            loads
                .run(closed, Experiments.two(closed), Experiments.firstRun(Experiments.two(closed)))
                .getSpec()
                .getActiveDeadlineSeconds())
        .as("three steps, four answers within their timeout, the experiment's patience, a minute")
        .isEqualTo(3 * 25 + 4 * 10 + 300 + 60);
  }

  @Test
  void theWarmUpIsAsMuchAsServersTakeAndLeavesOutTheRest() {
    assertThat(environment(loads.warmUp(experiment, trial)))
        .containsEntry("MODE", "warmup")
        .containsEntry("RATES", "400")
        .containsEntry("MAX_IN_FLIGHT", "6")
        .containsEntry("MAX_TRANSACTIONS", "1400")
        .containsEntry("STEP_SECONDS", "30")
        .containsEntry("RAMP_SECONDS", "7");
  }

  /**
   * Otherwise a warm-up with a long limit that is ended by a number would start with minutes of low
   * load.
   */
  @Test
  void theWarmUpToANumberBeginsSoonHoweverLongItMayLast() {
    Experiments.with(experiment, "load: {warmUp: {maxSeconds: 3600}}");

    assertThat(environment(loads.warmUp(experiment, Experiments.two(experiment))))
        .containsEntry("STEP_SECONDS", "3600")
        .containsEntry("RAMP_SECONDS", "10");
  }

  @Test
  void theWarmUpOfManyServersIsNoMoreThanTheLoadGeneratorTakes() {
    Configuration many =
        new Configuration(
            "small", "small-base-600", "base", List.of(), 600, 1, trial.spec(), "base", "inputs");

    assertThat(environment(loads.warmUp(experiment, many))).containsEntry("RATES", "100000");
  }

  @Test
  void kubernetesEndsAJobAMinuteAfterTheOperatorWouldHaveGivenItUp() {
    assertThat(
            loads
                .run(experiment, trial, Experiments.firstRun(trial))
                .getSpec()
                .getActiveDeadlineSeconds())
        .as("four steps, four answers within their timeout, the experiment's patience, a minute")
        .isEqualTo(4 * 25 + 4 * 10 + 300 + 60);
    assertThat(datasets.audit(experiment, trial, 1).getSpec().getActiveDeadlineSeconds())
        .isEqualTo(300 + 60);
  }

  @Test
  void theDatasetOfAVariantBelongsToNoTrial() {
    assertThat(datasets.prepare(experiment, trial).getMetadata().getLabels())
        .containsEntry("scalelab.dev/tier", "dataset")
        .doesNotContainKey("scalelab.dev/trial");
  }

  private static Configuration shared(int generators) {
    return Experiments.two(Experiments.shared(Experiments.small("default"), generators));
  }

  private static Map<String, String> environment(Job job) {
    return job.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv().stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }
}
