package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Experiments that are suspended, continued, terminated and deleted after their time, by the
 * complete operator against a real API server, whenever the operator is killed.
 */
class LifeOnApiServerTest {
  private static final int MAX_PASSES = 600;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private MortalClient mortal;
  private Operator operator;
  private Kill kill = Kill.NEVER;
  private String name;

  @BeforeEach
  void connect() {
    mortal = new MortalClient(api.client(), played.endpoints());
    operator = new Operator(mortal.client(), played.endpoints().prometheus());
  }

  @AfterEach
  void disconnect() {
    mortal.close();
    if (experiment() != null) {
      api.client().resource(experiment()).delete();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "AFTER_EACH_WRITE"})
  void aSuspendedOneFinishesItsRunAndContinuesWhereItWas(Kill how) {
    kill = how;
    apply("paused-" + how.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), "{}");
    passUntil(() -> !runs(1).isEmpty());
    patch("suspend: true");
    assertThat(status().phase()).as("while its run is finished").isEqualTo(Phase.RUNNING);

    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.SUSPENDED);
    assertThat(condition("Suspended").getStatus()).isEqualTo("True");
    assertThat(condition("Finished").getStatus()).isEqualTo("False");
    assertThat(runs(1)).extracting(RunResult::phase).containsExactly(RunPhase.VALID);
    assertThat(status().configurations())
        .extracting(ConfigurationResult::replicas, row -> row.peakPerSecond().mean())
        .containsExactly(tuple(1, 50.0));
    assertNothingIsLeft();
    assertThat(Queue.started(experiment())).as("others may run").isFalse();

    patch("suspend: false");
    passToItsEnd();

    assertThat(status().phase()).as(status().message()).isEqualTo(Phase.SUCCEEDED);
    assertThat(status().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(status().pauses().since()).isNull();
    assertThat(condition("Suspended").getStatus()).isEqualTo("False");
    assertThat(runs(1)).hasSize(1);
    assertThat(runs(2)).extracting(RunResult::phase).containsExactly(RunPhase.VALID);
    assertThat(loadJobs())
        .as("each run was made once")
        .hasSize(2)
        .allSatisfy((job, uids) -> assertThat(uids).isEqualTo(1));
    assertThat(reasons())
        .contains("Suspended", "Resumed", "Completed")
        .doesNotContain("Terminated");
    assertNothingIsLeft();
  }

  @Test
  void aLongRunIsCutShortAndItsStepsAreKeptAndItIsTerminatedInItsPause() {
    apply("cut-short", "load: {step: {seconds: 600}}");
    passUntil(() -> !runs(1).isEmpty() && !runs(1).get(0).steps().isEmpty());
    patch("suspend: true");
    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.SUSPENDED);
    assertThat(runs(1))
        .extracting(RunResult::phase, RunResult::reason, RunResult::message)
        .containsExactly(
            tuple(
                RunPhase.INVALID,
                Reason.SUSPENDED,
                "suspended after 2 of 4 steps; the run is repeated"));
    assertThat(runs(1).get(0).steps()).hasSize(2);
    assertThat(status().progress().invalidRuns()).as("it was not invalid by itself").isZero();
    assertNothingIsLeft();

    patch("terminate: true");
    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.TERMINATED);
    assertThat(status().verdict()).as("nothing was measured").isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(trial(1).getStatus().phase()).isEqualTo(Phase.TERMINATED);
    assertThat(runs(1).get(0).steps()).hasSize(2);
  }

  @Test
  void aSearchThatIsTerminatedInItsFirstRoundHasALowerBound() {
    apply(
        "sought",
        """
        workload: {scale: 20}
        sweep: {replicas: [1]}
        load: {open: null, search: {max: 400}, repetitions: 2}
        """);
    passUntil(
        () -> trial(1) != null && runs(1).stream().anyMatch(run -> run.phase() == RunPhase.VALID));
    patch("terminate: true");
    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.TERMINATED);
    ConfigurationResult row = status().configurations().get(0);
    assertThat(row.search().notes()).containsExactly(SearchNote.ENDED_EARLY);
    assertThat(row.capacityPerSecond().mean()).as("the probe passed").isEqualTo(10);
    assertThat(row.saturated()).as("it carries more").isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"NEVER", "AFTER_EACH_WRITE"})
  void aTerminatedOneIsJudgedByWhatWasMeasured(Kill how) {
    kill = how;
    apply("ended-" + how.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), "{}");
    passUntil(() -> trial(2) != null && !runs(2).isEmpty());
    patch("terminate: true");
    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.TERMINATED);
    assertThat(status().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(status().message())
        .isEqualTo(
            "ended by spec.terminate, 1 of 2 configurations measured: every configuration has a step"
                + " that met every objective");
    assertThat(condition("Finished").getStatus()).isEqualTo("True");
    assertThat(condition("Finished").getReason()).isEqualTo("Terminated");
    assertThat(trial(1).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(trial(2).getStatus().reason()).isEqualTo(Reason.TERMINATED);
    assertThat(runs(2)).extracting(RunResult::reason).containsExactly(Reason.TERMINATED);
    assertThat(reasons()).contains("Terminated").doesNotContain("Completed");
    assertNothingIsLeft();
  }

  @Test
  void oneThatIsTooLateEndsWithItsReasonAndIsDeletedAfterItsTime() {
    apply("too-late", "ttlSecondsAfterFinished: 600");
    passUntil(() -> trial(2) != null);
    patch("activeDeadlineSeconds: 1");
    passUntil(() -> status().ended());

    assertThat(status().phase()).isEqualTo(Phase.TERMINATED);
    assertThat(condition("Finished").getReason()).isEqualTo("ActiveDeadlineExceeded");
    assertThat(status().message())
        .startsWith("ended by spec.activeDeadlineSeconds, 1 s after its start");
    for (int pass = 0; pass < 20; pass++) {
      assertThat(pass()).as("it is looked at until it is deleted").isTrue();
    }
    assertNothingIsLeft();
    assertThat(Settled.labelled(experiment())).isFalse();

    patch("ttlSecondsAfterFinished: 0");
    pass();

    assertThat(experiment()).as("deleted").isNull();
    assertThat(reasons()).filteredOn("Expired"::equals).as("once").hasSize(1);
  }

  @Test
  void oneThatIsSuspendedFromItsBeginningCreatesNothing() {
    apply("born-suspended", "suspend: true");
    passToItsEnd();

    assertThat(status().phase()).isEqualTo(Phase.SUSPENDED);
    assertThat(status().startTime()).isNull();
    assertThat(trial(1)).isNull();

    patch("suspend: false");
    passUntil(() -> trial(1) != null);
    assertThat(status().startTime()).isNotNull();
    assertThat(status().pauses()).as("it had not begun").isNull();
  }

  private void apply(String called, String change) {
    name = called;
    Experiments.applied(api, name, Experiments.with(Experiments.small(api.namespace()), change));
  }

  private void passUntil(BooleanSupplier condition) {
    for (int pass = 0; pass < MAX_PASSES && !condition.getAsBoolean(); pass++) {
      played.cluster().play(experiment());
      pass();
    }
    assertThat(condition.getAsBoolean()).as("%s: %s", name, status()).isTrue();
  }

  /** Until no further reconciliation is requested. */
  private void passToItsEnd() {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      if (!pass()) {
        return;
      }
      played.cluster().play(experiment());
    }
    throw new AssertionError("not over: " + status());
  }

  private boolean pass() {
    if (kill == Kill.AFTER_EACH_WRITE) {
      mortal.dyingAfterEachWrite();
    }
    boolean again;
    try {
      again = operator.pass(experiment()) || mortal.dead();
    } catch (MortalClient.Killed | RuntimeException e) {
      if (!mortal.dead()) {
        throw e;
      }
      again = true;
    }
    if (kill == Kill.AFTER_EACH_PASS || mortal.dead()) {
      mortal.revive();
      operator = new Operator(mortal.client(), played.endpoints().prometheus());
    }
    return again;
  }

  private void patch(String spec) {
    Object change = Map.of("spec", Serialization.unmarshal(spec, Map.class));
    api.client()
        .resource(experiment())
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(change));
  }

  private void assertNothingIsLeft() {
    assertThat(api.client().pods().inNamespace(api.namespace()).list().getItems())
        .filteredOn(pod -> pod.getMetadata().getName().startsWith(name + "-"))
        .as("what is left of the testbed")
        .isEmpty();
    assertThat(api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems())
        .filteredOn(servers -> servers.getMetadata().getName().startsWith(name + "-"))
        .isEmpty();
  }

  private Map<String, Integer> loadJobs() {
    Map<String, Integer> loads = new HashMap<>();
    played
        .cluster()
        .jobs()
        .forEach(
            (job, uids) -> {
              if (job.startsWith(name + "-") && job.endsWith("-load")) {
                loads.put(job, uids.size());
              }
            });
    return loads;
  }

  private List<String> reasons() {
    return api.events(name).stream().map(Event::getReason).toList();
  }

  private Condition condition(String type) {
    return status().conditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private ScalabilityExperimentStatus status() {
    return experiment().getStatus();
  }

  private ScalabilityExperiment experiment() {
    return api.experiment(name);
  }

  private ScalabilityTrial trial(int servers) {
    return api.trial("%s-base-%d".formatted(name, servers));
  }

  private List<RunResult> runs(int servers) {
    ScalabilityTrial trial = trial(servers);
    return trial == null || trial.getStatus() == null ? List.of() : trial.getStatus().runs();
  }
}
