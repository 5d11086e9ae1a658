package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.LateClock;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A pod is deleted in a run, once, against a real API server, whenever the operator is killed. Time
 * passes as the test says: the operator's clock begins where the played load does.
 */
class DisturbanceOnApiServerTest {
  private static final int MAX_PASSES = 600;

  /** The played load has ended a minute ago when it prints its first record. */
  private static final Duration AT_START = Duration.ofSeconds(-60 - 2 * PlayedLoad.STEP_SECONDS);

  private static final Duration TICK = Duration.ofMillis(900);

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static PlayedEndpoints endpoints;
  private static PlayedCluster cluster;
  private final Set<String> deleted = new TreeSet<>();
  private Duration offset = AT_START;
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
  void onePodIsDeletedOnceWheneverTheOperatorIsKilled(Kill kill) {
    String name = "kill-" + kill.ordinal();

    ScalabilityExperiment ended = run(name, kill, pods -> {});

    assertThat(kills > 30).as("killed %d times", kills).isEqualTo(kill != Kill.NEVER);
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    RunResult run = runs(name).get(0);
    assertThat(run.phase()).as(run.message()).isEqualTo(RunPhase.VALID);
    DisturbanceResult made = run.disturbances().get(0);
    assertThat(made.pods()).extracting(DisturbedPod::uid).containsExactlyElementsOf(deleted);
    assertThat(made.pods()).extracting(DisturbedPod::node).containsExactly("played-app");
    assertThat(Instant.parse(made.dueAt()))
        .isEqualTo(Instant.parse(run.startedAt()).plusSeconds(12));
    assertThat(made.lateMillis())
        .as("the test's clock ticks every 900 ms")
        .isBetween(0L, kill == Kill.NEVER ? 2000L : 12_000L);
    assertThat(made.podsBackAt()).isNotNull();
    assertThat(ended.getStatus().configurations())
        .flatExtracting(ConfigurationResult::disturbances)
        .extracting(DisturbanceRow::name, DisturbanceRow::runs)
        .containsExactly(org.assertj.core.api.Assertions.tuple("kill", 1));
    assertThat(events(name, Reason.DISTURBED))
        .extracting(Event::getMessage)
        .containsExactly(
            "%s-base-2-r1: kill in step 1: deleting %s".formatted(name, made.pods().get(0).pod()));
  }

  @Test
  void aPodThatSomethingElseHasEndedBeforeMakesTheRunInvalid() {
    ScalabilityExperiment ended =
        run("gone", Kill.NEVER, pods -> pods.forEach(DisturbanceOnApiServerTest::end));

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = runs("gone").get(0);
    assertThat(run.reason()).isEqualTo(Reason.DISTURBANCE_FAILED);
    assertThat(run.message())
        .isEqualTo(
            "kill was not made in step 1: pod %s was gone already"
                .formatted(run.disturbances().get(0).pods().get(0).pod()));
  }

  /** Does something to the chosen pods before their moment. */
  private interface Before {
    void done(List<Pod> chosen);
  }

  private ScalabilityExperiment run(String name, Kill kill, Before before) {
    ScalabilityExperiment given =
        Experiments.with(
            Experiments.cart(api.namespace()),
            """
            sweep: {replicas: [2]}
            load: {open: {rates: [20, 80]}}
            disturbances: [{name: kill, action: DeletePod, tier: Application, atSecond: 12}]
            maxInvalidRuns: 0
            """);
    Experiments.applied(api, name, given);
    mortal = new MortalClient(api.client(), endpoints);
    LateClock clock = new LateClock(() -> offset);
    KilledOperator operator =
        new KilledOperator(
            mortal, kill, () -> new Operator(mortal.client(), endpoints.prometheus(), clock));
    ScalabilityExperiment ended =
        operator.run(MAX_PASSES, () -> api.experiment(name), now -> moveOn(now, before));
    kills = operator.kills();
    return ended;
  }

  /** The load goes on only after the disturbance. */
  private void moveOn(ScalabilityExperiment experiment, Before before) {
    Optional<RunResult> running = Observed.running(trial(experiment.getMetadata().getName()));
    List<Pod> pods = servers(experiment.getMetadata().getName());
    if (running.isPresent() && running.get().startedAt() != null) {
      offset = offset.plus(TICK);
      pods.stream()
          .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
          .forEach(pod -> deleted.add(pod.getMetadata().getUid()));
      Optional<DisturbanceResult> known = running.get().disturbance("kill");
      if (known.filter(DisturbanceResult::over).isEmpty()) {
        known
            .filter(one -> one.begunAt() == null)
            .ifPresent(chosen -> before.done(chosen(pods, chosen)));
        return;
      }
      offset = offset.plus(TICK.multipliedBy(4));
    }
    pods.stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
        .forEach(DisturbanceOnApiServerTest::end);
    cluster.play(experiment);
  }

  private static List<Pod> chosen(List<Pod> pods, DisturbanceResult prepared) {
    List<String> uids = prepared.pods().stream().map(DisturbedPod::uid).toList();
    return new ArrayList<>(
        pods.stream().filter(pod -> uids.contains(pod.getMetadata().getUid())).toList());
  }

  /** As its kubelet does. */
  private static void end(Pod pod) {
    api.client().resource(pod).withGracePeriod(0).delete();
  }

  private static List<Pod> servers(String name) {
    return api.client()
        .pods()
        .inNamespace(api.namespace())
        .withLabel(Labels.EXPERIMENT, name)
        .withLabel(Labels.TIER, "application")
        .list()
        .getItems();
  }

  private static dev.scalelab.operator.api.ScalabilityTrialStatus trial(String name) {
    ScalabilityTrial trial = api.trial(name + "-base-2");
    return trial == null ? null : trial.getStatus();
  }

  private static List<RunResult> runs(String name) {
    return trial(name).runs();
  }

  private static List<Event> events(String name, Reason reason) {
    return api
        .client()
        .v1()
        .events()
        .inNamespace(api.namespace())
        .withField("involvedObject.name", name)
        .list()
        .getItems()
        .stream()
        .filter(event -> event.getReason().equals(reason.text()))
        .toList();
  }
}
