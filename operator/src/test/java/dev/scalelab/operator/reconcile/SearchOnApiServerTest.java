package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Searches for the capacity, from the manifest to the status, on servers of 50 a second each. */
class SearchOnApiServerTest {
  /** A rate is missed by a throughput of less than 95 % of it. */
  private static final double OF_EACH_SERVER = PlayedLoad.OF_EACH_SERVER / 0.95;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void findsTheCapacityOfEachConfigurationInEachRound() {
    ScalabilityExperiment ended =
        run(
            "sought",
            """
            workload: {scale: 20}
            sweep: {replicas: [1, 2]}
            load: {open: null, search: {max: 400}, repetitions: 2}
            """);

    assertThat(ended.getStatus().verdict())
        .as(ended.getStatus().message())
        .isEqualTo(Verdict.PASSED);
    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1", "base-2");
    assertThat(ended.getStatus().configurations())
        .allSatisfy(
            row ->
                assertThat(row.capacityPerSecond().mean() / (OF_EACH_SERVER * row.replicas()))
                    .as(row.name())
                    .isBetween(0.95, 1.05))
        .allSatisfy(row -> assertThat(row.saturated()).isTrue())
        .allSatisfy(row -> assertThat(row.runs()).as("rounds").isEqualTo(2));
    ScalabilityTrial one = trial("sought-base-1");
    assertThat(one.getStatus().searched()).extracting(SearchRound::round).containsExactly(1, 2);
    assertThat(one.getStatus().runs())
        .as("a level, of which one has the overload step with it")
        .allMatch(run -> run.plan().steps().size() <= 2)
        .anyMatch(run -> run.plan().steps().size() == 2);
    assertThat(levels(one, 1).get(0)).as("a probe").isEqualTo(10);
    assertThat(levels(one, 2).size())
        .as("a second round begins where the first one ended")
        .isLessThan(levels(one, 1).size());
    assertThat(levels(trial("sought-base-2"), 1).get(0))
        .as("each number of servers has a probe")
        .isBetween(20.0, 40.0);
    assertThat(levels(trial("sought-base-2"), 1).get(1))
        .as("and goes on near what the first suggests")
        .isBetween(60.0, 110.0);
    assertThat(seeds(one, 1)).hasSize(1).doesNotContainAnyElementsOf(seeds(one, 2));
  }

  @Test
  void aSystemThatCarriesTheHighestLoadIsNotSaturated() {
    ScalabilityExperiment ended =
        run(
            "idle",
            """
            sweep: {replicas: [2]}
            load: {open: null, search: {max: 40}, repetitions: 1}
            """);
    ConfigurationResult row = ended.getStatus().configurations().get(0);
    assertThat(row.saturated()).isFalse();
    assertThat(row.capacityPerSecond().mean()).isEqualTo(40);
    assertThat(trial("idle-base-2").getStatus().result().search().notes())
        .containsExactly(SearchNote.NOT_SATURATED);
  }

  @Test
  void usersAreSearchedForToo() {
    ScalabilityExperiment ended =
        run(
            "users",
            """
            sweep: {replicas: [1]}
            load: {open: null, search: {model: Closed, max: 40}, repetitions: 1}
            """);
    assertThat(ended.getStatus().configurations().get(0).capacityPerSecond().mean())
        .as("each user completes one transaction a second")
        .isEqualTo(40);
  }

  /** With every default: three rounds, each on servers of its own, from 1 to 400 a second. */
  @Test
  void theShortestManifestIsMeasuredToItsEnd() {
    played.endpoints().servers(1, 512);
    ScalabilityExperiment ended =
        run(
            Experiments.applied(
                api,
                "shortest",
                Experiments.of(
                    api.namespace(),
                    """
                    sweep: {replicas: [1]}
                    load: {search: {}}
                    """)));

    assertThat(ended.getStatus().verdict())
        .as(ended.getStatus().message())
        .isEqualTo(Verdict.PASSED);
    ConfigurationResult row = ended.getStatus().configurations().get(0);
    assertThat(row.capacityPerSecond().mean() / OF_EACH_SERVER).isBetween(0.95, 1.05);
    assertThat(row.runs()).as("rounds").isEqualTo(3);
    assertThat(row.saturated()).isTrue();
  }

  private static List<Double> levels(ScalabilityTrial trial, int round) {
    return ofRound(trial, round).stream()
        .map(run -> run.plan().steps().get(0))
        .map(step -> step.perSecond())
        .toList();
  }

  private static List<Long> seeds(ScalabilityTrial trial, int round) {
    return ofRound(trial, round).stream().map(run -> run.plan().seed()).distinct().toList();
  }

  private static List<RunResult> ofRound(ScalabilityTrial trial, int round) {
    return trial.getStatus().runs().stream()
        .filter(run -> run.plan().repetition() == round)
        .toList();
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }

  private ScalabilityExperiment run(String name, String change) {
    ScalabilityExperiment experiment =
        Experiments.applied(
            api, name, Experiments.with(Experiments.small(api.namespace()), change));
    return run(experiment);
  }

  private ScalabilityExperiment run(ScalabilityExperiment experiment) {
    return PlayedExperiment.run(
        api.client(), played.endpoints(), played.cluster(), experiment, () -> {});
  }
}
