package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments that are deleted while they are measured, and that somebody's finalizer holds. */
class HeldExperimentsOnApiServerTest {
  private static final int MAX_PASSES = 600;
  private static final String FINALIZER = "example.com/backup";

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Neighbours neighbours =
      new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
  private MortalClient client;
  private Operator operator;
  private ResultWatch watch;
  private HeldExperiments held;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    operator = new Operator(client.client(), played.endpoints().prometheus());
    watch =
        new ResultWatch(
            api.client(),
            new ResultGauges(new SimpleMeterRegistry()),
            new TrialStore(api.client()),
            List.of(api.namespace()),
            neighbours,
            new Settled(api.client()),
            new SlowReads(Runnable::run, (namespace, name) -> {}),
            Timing.ofMachine());
    watch.start(null);
    held =
        new HeldExperiments(
            api.client(),
            neighbours,
            operator.testbed(),
            operator.actions(),
            new EventRecorder(api.client(), Clock.systemUTC()),
            Timing.ofMachine());
    held.start(null);
  }

  @AfterEach
  void stop() {
    held.stop(null);
    watch.stop(null);
    client.close();
  }

  @Test
  void theirLoadAndTestbedGoAndTheirResultsStay() {
    Experiments.applied(api, "other");
    passUntilItRuns("other");
    Experiments.applied(api, "held");
    finalizers("held", "[\"" + FINALIZER + "\"]");
    passUntilItRuns("held");

    api.client().resource(api.experiment("held")).delete();
    await(
        "its load and its testbed are gone",
        () -> {
          played.cluster().play(api.experiment("held"));
          return testbed("held").isEmpty();
        });

    assertThat(api.experiment("held").isMarkedForDeletion()).as("it is still held").isTrue();
    assertThat(api.trial("held-base-1").getStatus().runs()).as("what was measured").hasSize(1);
    assertThat(testbed("other")).as("that of another one").isNotEmpty();
    assertThat(api.events("held"))
        .filteredOn(event -> event.getReason().equals("DeletionHeld"))
        .extracting(Event::getMessage)
        .containsExactly(
            "deleted, and held by example.com/backup: its load and its testbed are removed, its"
                + " results stay until then");

    finalizers("held", "null");
    await("it is deleted", () -> api.experiment("held") == null);
  }

  private void passUntilItRuns(String name) {
    for (int pass = 0; pass < MAX_PASSES && !runs(name); pass++) {
      played.cluster().play(api.experiment(name));
      operator.pass(api.experiment(name));
    }
    assertThat(testbed(name)).extracting(HasMetadata::getKind).contains("Job", "Pod");
  }

  private boolean runs(String name) {
    ScalabilityTrial trial = api.trial(name + "-base-1");
    return trial != null
        && trial.getStatus() != null
        && trial.getStatus().runs().stream()
            .anyMatch(run -> run.phase() == RunPhase.RUNNING && run.startedAt() != null);
  }

  private static void finalizers(String name, String all) {
    api.client()
        .resource(api.experiment(name))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"finalizers\":%s}}".formatted(all));
  }

  /** Load, servers, databases and their pods. */
  private static List<HasMetadata> testbed(String name) {
    return Stream.of(
            api.client().batch().v1().jobs(),
            api.client().pods(),
            api.client().apps().statefulSets(),
            api.client().apps().deployments(),
            api.client().services(),
            api.client().genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster"))
        .flatMap(
            kind ->
                kind
                    .inNamespace(api.namespace())
                    .withLabel(Labels.EXPERIMENT, name)
                    .withLabel(Labels.TIER)
                    .list()
                    .getItems()
                    .stream())
        .map(HasMetadata.class::cast)
        .toList();
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(250))
        .until(met);
  }
}
