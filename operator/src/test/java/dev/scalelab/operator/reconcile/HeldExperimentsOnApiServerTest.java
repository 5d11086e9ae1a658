package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
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
  private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Neighbours neighbours =
      new Neighbours(PodSettings.NONE, Parts.TOPOLOGY, Timing.ofMachine());
  private boolean leads = true;
  private Duration ahead = Duration.ZERO;
  private MortalClient client;
  private CountedRequests requests;
  private Operator operator;
  private ResultWatch watch;
  private HeldExperiments held;

  @BeforeEach
  void start() {
    client = new MortalClient(api.client(), played.endpoints());
    requests = new CountedRequests(api.client());
    operator = new Operator(client.client(), played.endpoints().prometheus());
    watch = Watches.results(api, new ResultGauges(new SimpleMeterRegistry()), neighbours);
    held =
        new HeldExperiments(
            requests.client(),
            leadership(),
            neighbours,
            operator.testbed(),
            operator.actions(),
            new EventRecorder(requests.client(), Clock.systemUTC()),
            timing());
  }

  @AfterEach
  void stop() {
    held.stop(null);
    watch.stop(null);
    client.close();
    requests.close();
    List.of("kept", "unled", "stuck", "paused", "expiring")
        .forEach(HeldExperimentsOnApiServerTest::remove);
  }

  @Test
  void theirLoadAndTestbedGoAndTheirResultsStay() {
    held.start(null);
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

  @Test
  void aTestbedThatWasKeptGoesThoughItsExperimentIsSettled() {
    new Settled(api.client()).settle(stored("kept", "{testbedPolicy: Retain}", Phase.SUCCEEDED));
    leave("kept", List.of());
    assertThat(Settled.labelled(api.experiment("kept"))).isTrue();

    delete("kept");
    held.look();

    assertThat(left("kept")).isNull();
    assertThat(api.experiment("kept").isMarkedForDeletion()).as("it is still held").isTrue();
    assertThat(reasons("kept")).containsExactly("DeletionHeld");
  }

  @Test
  void onlyThoseThatAreDeletedAreRead() {
    stored("paused", "{suspend: true}", Phase.SUSPENDED);
    stored("expiring", "{ttlSecondsAfterFinished: 3600}", Phase.SUCCEEDED);
    await(
        "they are seen",
        () -> Stream.of("paused", "expiring").allMatch(name -> neighbours.isThere(id(name))));

    assertThat(requests.during(held::look)).isEmpty();

    delete("paused");
    assertThat(requests.during(held::look))
        .as("nothing is left of it, and whoever holds it is named")
        .containsExactly(
            "GET " + path("paused"),
            "POST /api/v1/namespaces/%s/events".formatted(api.namespace()));
    assertThat(reasons("paused")).containsExactly("DeletionHeld");
    assertThat(requests.during(held::look)).isEmpty();

    ahead = Duration.ofMinutes(2);
    assertThat(requests.during(held::look)).containsExactly("GET " + path("paused"));
  }

  @Test
  void aStandbyReadsAndRemovesNothing() {
    leads = false;
    stored("unled", "{testbedPolicy: Retain}", Phase.SUCCEEDED);
    leave("unled", List.of());
    delete("unled");

    assertThat(requests.during(held::look)).isEmpty();
    assertThat(left("unled")).isNotNull();

    leads = true;
    held.look();
    assertThat(left("unled")).isNull();
  }

  @Test
  void aTestbedThatStaysIsReportedAfterTheTimeoutAndLookedAtMoreRarely() {
    stored("stuck", "{timeouts: {serversSeconds: 60}}", Phase.SUCCEEDED);
    leave("stuck", List.of(FINALIZER));
    delete("stuck");
    held.look();
    assertThat(reasons("stuck")).containsExactly("DeletionHeld");
    assertThat(requests.during(held::look)).containsExactly("GET " + path("stuck"));

    ahead = Duration.ofSeconds(70);
    held.look();
    assertThat(api.events("stuck"))
        .filteredOn(event -> event.getReason().equals("TestbedNotGone"))
        .extracting(Event::getMessage)
        .singleElement()
        .isEqualTo(
            "1 object of the testbed still existed 60 s after the deletion, for example"
                + " ConfigMap stuck-left; list them: kubectl get all,configmaps,clusters.postgresql.cnpg.io"
                + " --selector scalelab.dev/experiment=stuck,scalelab.dev/tier");
    ahead = Duration.ofSeconds(100);
    assertThat(requests.during(held::look)).isEmpty();

    ahead = Duration.ofSeconds(140);
    assertThat(requests.during(held::look)).containsExactly("GET " + path("stuck"));
  }

  private Leadership leadership() {
    return new Leadership(null) {
      @Override
      boolean isHere() {
        return leads;
      }
    };
  }

  /** That of the machine, ahead by what the test says. */
  private Timing timing() {
    return new Timing() {
      @Override
      public long nanoTime() {
        return Timing.ofMachine().nanoTime() + ahead.toNanos();
      }

      @Override
      public ScheduledExecutorService timer(String name) {
        return Timing.ofMachine().timer(name);
      }
    };
  }

  /** An experiment that somebody's finalizer holds. */
  private static ScalabilityExperiment stored(String name, String change, Phase phase) {
    ScalabilityExperiment experiment = Experiments.with(Experiments.cart(api.namespace()), change);
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(null);
    experiment.getMetadata().setFinalizers(List.of(FINALIZER));
    ScalabilityExperiment created = api.client().resource(experiment).create();
    created.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .observedGeneration(created.getMetadata().getGeneration())
            .phase(phase)
            .startTime("2026-01-01T12:00:00Z")
            .completionTime(phase == Phase.SUSPENDED ? null : "2026-01-01T12:05:00Z")
            .pauses(
                new PauseStatus(phase == Phase.SUSPENDED ? "2026-01-01T12:05:00Z" : null, 0L, null))
            .configurations(List.of())
            .conditions(List.of())
            .build());
    return api.client().resource(created).updateStatus();
  }

  /** Deletes an experiment, which the watch sees. */
  private void delete(String name) {
    api.client().resource(api.experiment(name)).delete();
    await(
        "its deletion is seen",
        () -> neighbours.deleted().stream().anyMatch(one -> one.id().equals(id(name))));
  }

  /** An object of the experiment's testbed. */
  private static void leave(String experiment, List<String> finalizers) {
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(experiment + "-left")
                .withNamespace(api.namespace())
                .withLabels(Labels.shared(experiment, Tier.BALANCER))
                .withFinalizers(finalizers)
                .endMetadata()
                .build())
        .create();
  }

  private static ConfigMap left(String experiment) {
    return api.client()
        .configMaps()
        .inNamespace(api.namespace())
        .withName(experiment + "-left")
        .get();
  }

  /** Whatever holds them. */
  private static void remove(String name) {
    ConfigMap left = left(name);
    if (left != null) {
      api.client().resource(left).patch(PatchContext.of(PatchType.JSON_MERGE), NO_FINALIZERS);
      api.client().resource(left).delete();
    }
    if (api.experiment(name) != null) {
      api.client()
          .resource(api.experiment(name))
          .patch(PatchContext.of(PatchType.JSON_MERGE), NO_FINALIZERS);
      api.client()
          .resources(ScalabilityExperiment.class)
          .inNamespace(api.namespace())
          .withName(name)
          .delete();
    }
  }

  private static ResourceID id(String name) {
    return new ResourceID(name, api.namespace());
  }

  private static String path(String name) {
    return "/apis/scalelab.dev/v1alpha1/namespaces/%s/scalabilityexperiments/%s"
        .formatted(api.namespace(), name);
  }

  private static List<String> reasons(String name) {
    return api.events(name).stream().map(Event::getReason).toList();
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
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(250))
        .until(met);
  }
}
