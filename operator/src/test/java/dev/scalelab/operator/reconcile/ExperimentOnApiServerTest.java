package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A complete experiment by the complete operator against a real API server; the other components of
 * a cluster are simulated.
 */
class ExperimentOnApiServerTest {
  private static final int MAX_PASSES = 500;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static PlayedEndpoints endpoints;
  private static PlayedCluster cluster;
  private MortalClient mortal;
  private int kills;

  @BeforeAll
  static void start() {
    endpoints = new PlayedEndpoints();
    cluster = new PlayedCluster(api.client(), api.namespace(), endpoints);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
      endpoints.close();
    }
  }

  @AfterEach
  void disconnect() {
    mortal.close();
  }

  @ParameterizedTest
  @EnumSource
  void theEndIsTheSameWheneverTheOperatorIsKilled(Kill kill) {
    String name = kill.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    ScalabilityExperiment ended = run(name, kill);

    assertThat(kills > 50).as("killed %d times", kills).isEqualTo(kill != Kill.NEVER);
    assertSucceeded(ended);
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(ended.getStatus().configurations())
        .extracting(
            ConfigurationResult::replicas,
            row -> row.peakPerSecond().mean(),
            ConfigurationResult::speedup,
            ConfigurationResult::saturated,
            ConfigurationResult::sentP95Millis)
        .containsExactly(tuple(1, 50.0, 1.0, true, 38.91), tuple(2, 100.0, 2.0, true, 38.91));
    assertThat(ended.getStatus().configurations())
        .as("the played servers report none of the figures that a diagnosis needs")
        .extracting(row -> row.bottleneck().verdict())
        .containsOnly(BottleneckVerdict.NOT_DETERMINED);
    for (int servers = 1; servers <= 2; servers++) {
      assertThat(runs(name + "-base-" + servers))
          .extracting(RunResult::number, RunResult::phase)
          .containsExactly(tuple(1, RunPhase.VALID));
      assertThat(runs(name + "-base-" + servers).get(0).steps())
          .extracting(StepResult::step, StepResult::invalid)
          .containsExactly(tuple(1, null), tuple(2, null), tuple(3, null), tuple(4, null));
    }
    assertEveryJobWasMadeOnce(name);
    assertThat(api.client().pods().inNamespace(api.namespace()).list().getItems())
        .as("what is left of the testbed")
        .isEmpty();
    assertThat(events(name)).extracting(Event::getReason).contains(Reason.COMPLETED.text());
    assertThat(events(name)).extracting(Event::getMessage).doesNotHaveDuplicates();
    if (kill == Kill.NEVER) { // another operator does not know the second of the event before
      assertInOrder(events(name));
    }
  }

  private static void assertInOrder(List<Event> events) {
    assertThat(events.stream().sorted(Comparator.comparing(Event::getLastTimestamp)))
        .extracting(Event::getReason)
        .as("as kubectl describe sorts them")
        .startsWith("Accepted", "TrialStarted", "TestbedReady", "StepMeasured")
        .containsSubsequence(
            "RunValid", "TrialFinished", "TrialStarted", "RunValid", "TrialFinished")
        .endsWith("Completed");
  }

  @Test
  void aWorkloadWithoutADatabaseHasNoneMadeAndNothingAudited() {
    var cart = Experiments.closed(Experiments.cart(api.namespace()), 20, 40, 20);

    assertSucceeded(run(Experiments.applied(api, "cart", cart), Kill.AFTER_EACH_PASS));

    assertThat(cluster.databasesEver()).noneMatch(name -> name.startsWith("cart-"));
    assertThat(cluster.jobs().keySet().stream().filter(job -> job.startsWith("cart-base-")))
        .containsExactlyInAnyOrder(
            "cart-base-1-warmup",
            "cart-base-1-r1-load",
            "cart-base-2-warmup",
            "cart-base-2-r1-load");
    assertThat(runs("cart-base-2").get(0).steps())
        .extracting(StepResult::target)
        .containsExactly(StepTarget.ofUsers(20), StepTarget.ofUsers(40), StepTarget.ofUsers(20));
    assertThat(events("cart"))
        .extracting(Event::getMessage)
        .anyMatch(message -> message.startsWith("cart-base-2-r1 step 2: 40.0/s with 40 users"));
  }

  @Test
  void theLoadGeneratorsOfARunAreMeasuredAsOne() {
    var shared = Experiments.shared(Experiments.small(api.namespace()), 2);

    assertSucceeded(run(Experiments.applied(api, "shared", shared), Kill.AFTER_EACH_WRITE));

    assertThat(runs("shared-base-2").get(0).steps())
        .extracting(
            StepResult::step,
            step -> step.target().perSecond(),
            StepResult::throughputPerSecond,
            step -> step.generator().generators())
        .containsExactly(
            tuple(1, 20.0, 20.0, 2),
            tuple(2, 40.0, 40.0, 2),
            tuple(3, 80.0, 80.0, 2),
            tuple(4, 120.0, 100.0, 2));
    assertEveryJobWasMadeOnce("shared");
    assertThat(api.client().services().inNamespace(api.namespace()).list().getItems())
        .as("what is left of the testbed")
        .noneMatch(service -> service.getMetadata().getName().startsWith("shared-"));
  }

  @Test
  void anExperimentWhoseNameIsLongerThanALabelIsRejected() {
    ScalabilityExperiment ended = run("long-" + "g".repeat(60), Kill.NEVER);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.REJECTED);
    assertThat(ended.getStatus().message()).contains("65 characters");
    assertThat(events(ended.getMetadata().getName()))
        .extracting(Event::getReason)
        .containsExactly(Reason.NAME_TOO_LONG.text());
  }

  @Test
  void anObjectThatIsInTheWayIsNamedByItsTrial() {
    api.client()
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("taken-base-1-lb")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build())
        .create();

    ScalabilityExperiment ended = run("taken", Kill.NEVER);

    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    ConfigurationResult row = ended.getStatus().configurations().get(0);
    assertThat(row.reason()).isEqualTo(Reason.NAME_TAKEN);
    assertThat(row.message()).contains("Service taken-base-1-lb");
  }

  private ScalabilityExperiment run(String name, Kill kill) {
    return run(Experiments.applied(api, name), kill);
  }

  /** Reconciles until no further reconciliation is requested. */
  private ScalabilityExperiment run(ScalabilityExperiment applied, Kill kill) {
    String name = applied.getMetadata().getName();
    mortal = new MortalClient(api.client(), endpoints);
    KilledOperator operator =
        new KilledOperator(
            mortal, kill, () -> new Operator(mortal.client(), endpoints.prometheus()));
    ScalabilityExperiment ended =
        operator.run(MAX_PASSES, () -> api.experiment(name), cluster::play);
    kills = operator.kills();
    return ended;
  }

  private static void assertSucceeded(ScalabilityExperiment ended) {
    var status = ended.getStatus();
    assertThat(status.phase()).as(status.message()).isEqualTo(Phase.SUCCEEDED);
  }

  private static void assertEveryJobWasMadeOnce(String name) {
    HashSet<String> names = new HashSet<>(List.of(name + "-base-prepare"));
    for (int servers = 1; servers <= 2; servers++) {
      for (String job : List.of("warmup", "r1-reset", "r1-load", "r1-audit")) {
        names.add("%s-base-%d-%s".formatted(name, servers, job));
      }
    }
    var made = new TreeMap<>(cluster.jobs());
    made.keySet().removeIf(job -> !job.startsWith(name + "-base-"));
    assertThat(made).containsOnlyKeys(names);
    assertThat(made).allSatisfy((job, uids) -> assertThat(uids).hasSize(1));
  }

  private static ScalabilityExperiment experiment(String name) {
    return api.experiment(name);
  }

  private static List<RunResult> runs(String trial) {
    return api.trial(trial).getStatus().runs();
  }

  private static List<Event> events(String name) {
    return api.events(name);
  }
}
