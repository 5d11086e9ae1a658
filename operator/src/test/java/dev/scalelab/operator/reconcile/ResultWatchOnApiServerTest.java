package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.Measured;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.client.CustomResource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The gauges follow the resources of a real API server. */
class ResultWatchOnApiServerTest {
  private static final String PEAK = "scalelab.configuration.peak.per.second";
  private static final String STEPS = "scalelab.step.throughput.per.second";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private ResultWatch watch;

  @AfterEach
  void stop() {
    watch.stop(null);
    api.client().resources(ScalabilityTrial.class).inNamespace(api.namespace()).delete();
    api.client().resources(ScalabilityExperiment.class).inNamespace(api.namespace()).delete();
  }

  @Test
  void resultsOfBeforeItsStartAreShownThenFollowedAndGoWithTheirResources() {
    ScalabilityExperiment experiment = Experiments.applied(api, "watched");
    experiment.setStatus(Measured.status(Measured.row(1, 50)));
    experiment = api.client().resource(experiment).updateStatus();
    start();
    await("the peak of before", () -> peak("watched") == 50);

    experiment.setStatus(Measured.status(Measured.row(1, 60)));
    api.client().resource(experiment).updateStatus();
    await("the new peak", () -> peak("watched") == 60);
    ScalabilityTrial trial = applied(Measured.trial(api.namespace(), 2), 1);
    await("the step", () -> registry.find(STEPS).gauges().size() == 1);

    api.client().resource(trial).delete();
    api.client().resource(experiment).delete();
    await("no gauge", () -> registry.getMeters().isEmpty());
  }

  @Test
  void moreThanAPageOfResourcesIsShown() {
    for (int trial = 1; trial <= 25; trial++) {
      applied(Measured.trial(api.namespace(), trial), 1, 2);
    }
    start();
    await("all steps", () -> registry.find(STEPS).gauges().size() == 50);
  }

  @Test
  void ofAResourceOnlyItsIdentityIsKept() {
    Experiments.applied(api, "kept");
    applied(Measured.trial(api.namespace(), 2), 1, 2, 3);
    start();
    await("both", () -> watch.kept().count() == 2);

    assertThat(watch.kept())
        .extracting(resource -> resource.getMetadata().getName())
        .containsExactlyInAnyOrder("kept", "small-base-2");
    assertThat(watch.kept())
        .allSatisfy(
            resource -> {
              assertThat(((CustomResource<?, ?>) resource).getSpec()).isNull();
              assertThat(((CustomResource<?, ?>) resource).getStatus()).isNull();
              assertThat(resource.getMetadata().getResourceVersion()).isNotNull();
            });
  }

  private void start() {
    watch =
        Watches.results(
            api,
            new ResultGauges(registry),
            new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine()));
  }

  private ScalabilityTrial applied(ScalabilityTrial trial, Integer... steps) {
    ScalabilityTrial created = api.client().resource(trial).create();
    created.setStatus(
        Measured.trial(
                api.namespace(), trial.getSpec().replicas(), Measured.run(1, RunPhase.VALID, steps))
            .getStatus());
    return api.client().resource(created).updateStatus();
  }

  private double peak(String experiment) {
    Gauge gauge = registry.find(PEAK).tag("experiment", experiment).gauge();
    return gauge == null ? Double.NaN : gauge.value();
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
