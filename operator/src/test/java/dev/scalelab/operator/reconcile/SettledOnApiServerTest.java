package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments with which nothing is left to do have a label by which they are not watched. */
class SettledOnApiServerTest {
  private static final String DELETE = "{testbedPolicy: Delete}";
  private static final String RETAIN = "{testbedPolicy: Retain}";

  @RegisterExtension static final ApiServer api = new ApiServer();
  @RegisterExtension final Played played = new Played(api);

  private ResultWatch watch;

  @AfterEach
  void stop() {
    if (watch != null) {
      watch.stop(null);
    }
    api.client().resources(ScalabilityExperiment.class).inNamespace(api.namespace()).delete();
    api.client().configMaps().inNamespace(api.namespace()).delete();
  }

  @Test
  void oneThatHasEndedIsLabelledWhenItsTestbedIsRemoved() {
    Operator operator = new Operator(api.client(), played.endpoints().prometheus());
    finished("over", DELETE);
    leave("over");

    operator.pass(stored("over"));
    assertThat(Settled.labelled(stored("over"))).as("its testbed is being removed").isFalse();

    operator.pass(stored("over"));
    assertThat(Settled.labelled(stored("over"))).isTrue();
  }

  @Test
  void oneThatIsToBeRemovedAfterAllLosesTheLabel() {
    ScalabilityExperiment kept = finished("kept", RETAIN);
    new Settled(api.client()).settle(kept);
    assertThat(Settled.labelled(stored("kept"))).isTrue();
    watch();

    ScalabilityExperiment changed = stored("kept");
    changed.setSpec(Experiments.with(changed.getSpec(), DELETE));
    api.client().resource(changed).update();

    await("no label", () -> !Settled.labelled(stored("kept")));
  }

  @Test
  void aCopiedManifestOfAnEndedOneLosesTheLabel() {
    ScalabilityExperiment copy = Experiments.cart(api.namespace());
    copy.getMetadata().setName("copy");
    copy.getMetadata().setUid(null);
    copy.getMetadata().setLabels(Map.of(Labels.SETTLED, "true"));
    api.client().resource(copy).create();

    watch();

    await("no label", () -> !Settled.labelled(stored("copy")));
  }

  @Test
  void whatAnOlderOperatorFinishedIsLabelledBeforeItIsWatched() {
    finished("old", DELETE);
    finished("removing", DELETE);
    leave("removing");
    finished("retained", RETAIN);
    leave("retained");

    new SettledBefore(
            api.client(),
            Parts.testbed(api.client()),
            new Settled(api.client()),
            List.of("not-there", api.namespace()))
        .start(null);

    assertThat(List.of("old", "removing", "retained"))
        .map(name -> Settled.labelled(stored(name)))
        .containsExactly(true, false, true);
  }

  private void watch() {
    watch =
        Watches.results(
            api,
            new ResultGauges(new SimpleMeterRegistry()),
            new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine()));
  }

  /** An object of the experiment's testbed. */
  private static void leave(String experiment) {
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(experiment + "-left")
                .withNamespace(api.namespace())
                .withLabels(Labels.shared(experiment, Tier.BALANCER))
                .endMetadata()
                .build())
        .create();
  }

  private static ScalabilityExperiment finished(String name, String change) {
    ScalabilityExperiment experiment = Experiments.with(Experiments.cart(api.namespace()), change);
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(null);
    ScalabilityExperiment created = api.client().resource(experiment).create();
    created.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .observedGeneration(created.getMetadata().getGeneration())
            .phase(Phase.SUCCEEDED)
            .startTime("2026-01-01T12:00:00Z")
            .completionTime("2026-01-01T12:05:00Z")
            .configurations(List.of())
            .conditions(List.of())
            .build());
    return api.client().resource(created).updateStatus();
  }

  private static ScalabilityExperiment stored(String name) {
    return api.experiment(name);
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
