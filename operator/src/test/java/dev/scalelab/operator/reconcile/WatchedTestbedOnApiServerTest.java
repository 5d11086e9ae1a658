package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What reconciliations request while the operator follows the objects of testbeds. */
class WatchedTestbedOnApiServerTest {
  private static final int MAX_PASSES = 500;

  /** The latest warning about a pod that is not ready, or the log of a load; and a new message. */
  private static final int FEW = 2;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private MortalClient client;
  private Operator operator;
  private ResultWatch watch;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    operator = new Operator(client.client(), played.endpoints().prometheus());
    watch = operator.watch(api.client(), api.namespace());
    operator.objects().start(List.of(api.namespace()), (namespace, experiment) -> {});
    await("the watches", () -> operator.objects().follows(api.namespace()));
  }

  @AfterEach
  void stop() {
    operator.objects().stop();
    watch.stop(null);
    client.close();
  }

  @Test
  void whatIsFollowedIsNotAskedFor() {
    ScalabilityExperiment e = Experiments.applied(api, "followed");

    passUntil(e, trial -> waitsFor(trial, "Servers"));
    played.cluster().play(stored(e));
    await("its pods", () -> pods("application").size() == 1);
    awaitFewRequests("while servers start", e);

    passUntil(e, trial -> waitsFor(trial, "WarmUp"));
    played.cluster().play(stored(e));
    await("its pods", () -> pods("load").size() == 1);
    awaitFewRequests("during the warm-up", e);

    passUntil(e, trial -> runs(trial) && trial.runs().get(0).startedAt() != null);
    awaitFewRequests("during a run", e);

    passUntilTheEnd(e);
    assertThat(stored(e).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
  }

  /** The watch may be late: what the operator has just created is not taken for deleted. */
  @Test
  void anExperimentEndsTheSameThoughTheWatchSeesEachObjectLater() {
    ScalabilityExperiment e = Experiments.applied(api, "late");

    passUntilTheEnd(e);

    assertThat(stored(e).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(trial(e).runs()).hasSize(1);
    played
        .cluster()
        .jobs()
        .forEach((job, uids) -> assertThat(uids).as("Jobs named %s", job).hasSize(1));
  }

  /** A reading that takes a while is used by a later reconciliation. */
  @Test
  void anExperimentEndsTheSameThoughLogsAndPrometheusAnswerLate() {
    ScalabilityExperiment e = Experiments.applied(api, "slow");
    ExecutorService readers = Executors.newFixedThreadPool(2);
    operator.readBy(CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS, readers));
    try {
      passUntilTheEnd(e);
    } finally {
      readers.shutdown();
    }

    assertThat(stored(e).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(trial(e).runs().get(0).steps())
        .extracting(StepResult::step, StepResult::invalid)
        .containsExactly(tuple(1, null), tuple(2, null), tuple(3, null), tuple(4, null));
  }

  /**
   * What a watch has not reported yet is requested, so it may take some reconciliations until two
   * in turn need few requests.
   */
  private void awaitFewRequests(String when, ScalabilityExperiment e) {
    pass(e);
    Awaitility.await(when)
        .atMost(Duration.ofMinutes(2))
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () -> {
              assertThat(requestsOf(e)).isLessThanOrEqualTo(FEW);
              assertThat(requestsOf(e)).as("again").isLessThanOrEqualTo(FEW);
            });
  }

  private int requestsOf(ScalabilityExperiment e) {
    int before = client.requests();
    operator.pass(stored(e));
    return client.requests() - before;
  }

  private boolean pass(ScalabilityExperiment e) {
    return operator.pass(stored(e));
  }

  private void passUntil(ScalabilityExperiment e, Predicate<ScalabilityTrialStatus> met) {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      pass(e);
      if (trial(e) != null && met.test(trial(e))) {
        return;
      }
      played.cluster().play(stored(e));
    }
    throw new AssertionError("not reached: " + stored(e));
  }

  private void passUntilTheEnd(ScalabilityExperiment e) {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      if (!pass(e)) {
        return;
      }
      played.cluster().play(stored(e));
    }
    throw new AssertionError("not over: " + stored(e));
  }

  private static boolean waitsFor(ScalabilityTrialStatus trial, String component) {
    return trial.waiting() != null && trial.waiting().part().equals(component);
  }

  private static boolean runs(ScalabilityTrialStatus trial) {
    return !trial.runs().isEmpty() && trial.runs().get(0).phase() == RunPhase.RUNNING;
  }

  private List<?> pods(String tier) {
    return operator
        .objects()
        .list(WatchedKinds.PODS, api.namespace(), Map.of("scalelab.dev/tier", tier));
  }

  private static ScalabilityExperiment stored(ScalabilityExperiment e) {
    return api.client().resource(e).get();
  }

  private static ScalabilityTrialStatus trial(ScalabilityExperiment e) {
    ScalabilityTrial trial = api.trial(e.getMetadata().getName() + "-base-1");
    return trial == null ? null : trial.getStatus();
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
