package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store of results, in a real API server. */
class TrialStoreOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static TrialStore store;

  @BeforeAll
  static void start() {
    store = new TrialStore(api.client());
  }

  @Test
  void aTrialIsMadeOnceAndKeepsWhatItHolds() {
    ScalabilityExperiment e = Experiments.applied(api, "once");
    store.create(e, Experiments.two(e));
    store.update(e, Experiments.two(e), status -> Given.warm(Given.run(1, RunPhase.VALID)));
    String version = version("once-base-2");
    store.create(e, Experiments.two(e));

    assertThat(version("once-base-2")).isEqualTo(version);
    assertThat(store.statuses(e).get("once-base-2").runs()).hasSize(1);
  }

  @Test
  void allTrialsAreReadAndSuccessfulOnesWithoutRuns() {
    ScalabilityExperiment e = Experiments.applied(api, "many");
    ScalabilityExperiment other = Experiments.applied(api, "other");
    store.create(other, Experiments.two(other));
    for (int i = 10; i < 22; i++) {
      Configuration configuration = configuration(i);
      Phase phase = i == 21 ? Phase.FAILED : Phase.SUCCEEDED;
      store.create(e, configuration);
      store.update(
          e,
          configuration,
          begun ->
              Given.warm(Given.run(1, RunPhase.VALID))
                  .ended(phase, null, null, "2026-01-01T13:00:00Z", null));
    }

    Map<String, ScalabilityTrialStatus> statuses = store.statuses(e);

    assertThat(statuses).hasSize(12).containsKeys("many-base-10", "many-base-21");
    assertThat(statuses.get("many-base-10").phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(statuses.get("many-base-10").runs()).isEmpty();
    assertThat(statuses.get("many-base-21").runs()).hasSize(1);
    assertThat(statuses.get("many-base-21").runs().get(0).steps()).isEmpty();
    assertThat(store.status(e, configuration(10)).runs()).hasSize(1);
  }

  @Test
  void aTrialWithoutAStatusHasBegunWhenItWasMade() {
    ScalabilityExperiment e = Experiments.applied(api, "fresh");
    store.create(e, Experiments.two(e));

    assertThat(store.statuses(e))
        .isEqualTo(
            Map.of(
                "fresh-base-2",
                ScalabilityTrialStatus.begun(
                    trial("fresh-base-2").getMetadata().getCreationTimestamp())));
  }

  @Test
  void anEarlierExperimentsTrialOfTheSameNameIsNotOurs() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    store.create(earlier, Experiments.two(earlier));
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");

    assertThat(store.statuses(e)).isEmpty();
    assertThatThrownBy(() -> store.create(e, Experiments.two(e)))
        .isInstanceOf(NotOwnedException.class)
        .hasMessageContaining("again-base-2 exists and was not made for this experiment");
  }

  @Test
  void theSameStatusIsNotWritten() {
    ScalabilityExperiment e = Experiments.applied(api, "same");
    Configuration configuration = Experiments.two(e);
    store.create(e, configuration);
    store.update(e, configuration, status -> Given.warm());

    try (MortalClient mortal = new MortalClient(api.client(), null).dyingAfterEachWrite()) {
      new TrialStore(mortal.client()).update(e, configuration, status -> Given.warm());
      assertThat(mortal.dead()).as("something was written").isFalse();
    }
  }

  @Test
  void aStatusThatWasChangedMeanwhileIsNotOverwritten() {
    ScalabilityExperiment e = Experiments.applied(api, "meanwhile");
    Configuration configuration = Experiments.two(e);
    store.create(e, configuration);

    assertConflict(
        () ->
            store.update(
                e,
                configuration,
                stale -> {
                  store.update(
                      e, configuration, status -> Given.warm(Given.run(1, RunPhase.RUNNING)));
                  return stale.withRuns(List.of(), null).warm("too late", null);
                }));
    assertThat(store.statuses(e).get("meanwhile-base-2").runs()).hasSize(1);
    assertThat(store.statuses(e).get("meanwhile-base-2").phase()).isEqualTo(Phase.RUNNING);
  }

  @Test
  void aReconciliationSeesItsOwnWritesAndKeepsAUsersLabel() {
    ScalabilityExperiment e = Experiments.applied(api, "pass");
    Configuration configuration = Experiments.two(e);
    store.create(e, configuration);
    store.begin(e);
    try {
      store.statuses(e);
      api.client().resource(trial("pass-base-2")).edit(labelled("seen", "yes"));

      store.update(e, configuration, status -> Given.warm());
      store.update(
          e,
          configuration,
          status -> status.withRuns(List.of(Given.run(1, RunPhase.RUNNING)), null));

      assertThat(store.statuses(e).get("pass-base-2").runs()).hasSize(1);
    } finally {
      store.end(e);
    }
    assertThat(store.status(e, configuration).testbedReadyTime()).isNotNull();
    assertThat(trial("pass-base-2").getMetadata().getLabels()).containsEntry("seen", "yes");
  }

  @Test
  void aStatusThatWasChangedSinceAReconciliationReadItIsNotOverwritten() {
    ScalabilityExperiment e = Experiments.applied(api, "taken-over");
    Configuration configuration = Experiments.two(e);
    store.create(e, configuration);
    store.begin(e);
    store.read(e, configuration.name());
    new TrialStore(api.client()).update(e, configuration, status -> Given.warm());

    assertConflict(() -> store.update(e, configuration, ScalabilityTrialStatus::cold));
    store.end(e);
    assertThat(store.status(e, configuration).testbedReadyTime()).isNotNull();
  }

  @Test
  void theNextReconciliationReadsAgain() {
    ScalabilityExperiment e = Experiments.applied(api, "passes");
    Configuration configuration = Experiments.two(e);
    store.create(e, configuration);
    store.begin(e);
    store.statuses(e);
    store.end(e);
    new TrialStore(api.client()).update(e, configuration, status -> Given.warm());
    store.begin(e);

    assertThat(store.statuses(e).get("passes-base-2").testbedReadyTime()).isNotNull();
    store.end(e);
  }

  private static void assertConflict(ThrowingCallable update) {
    assertThatThrownBy(update)
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            refused -> assertThat(refused.getCode()).isEqualTo(409));
  }

  private static UnaryOperator<ScalabilityTrial> labelled(String name, String value) {
    return trial -> {
      trial.getMetadata().getLabels().put(name, value);
      return trial;
    };
  }

  private static String version(String trial) {
    return trial(trial).getMetadata().getResourceVersion();
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }

  private static Configuration configuration(int replicas) {
    return Planner.plan(
            "many", Experiments.with(Given.spec(), "sweep: {replicas: [%d]}".formatted(replicas)))
        .configurations()
        .get(0);
  }
}
