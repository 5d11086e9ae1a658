package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.LateClock;
import dev.scalelab.operator.support.OperatorCrd;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.support.PlayedInfinispanOperator;
import dev.scalelab.operator.support.Warnings;
import dev.scalelab.operator.testbed.AdmissionProbe;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments whose Infinispan servers are created by a simulated Infinispan operator. */
class InfinispanOperatorOnApiServerTest {
  private static final String REMOTE = "{system: {state: {store: Remote}}, sweep: {replicas: [2]}}";
  private static final String BOTH =
      """
      system: {state: {store: Remote}}
      variants:
      - {name: own, system: {state: {remote: {provisioner: StatefulSet}}}}
      - {name: again, system: {state: {remote: {cpu: 600m}}}}
      sweep: {replicas: [2]}
      """;
  private static final String WITH_INFINISPAN =
      "{system: {state: {store: Remote, remote: {provisioner: Infinispan}}}, sweep: {replicas: [2]}}";

  private static final String WITH_EVERY_FIELD =
      """
      system:
        state:
          store: Remote
          remote:
            provisioner: Infinispan
            image: example.org/infinispan:1
            pod:
              nodeSelector: {disk: ssd}
              tolerations: [{key: dedicated, operator: Exists}]
              priorityClassName: high
              affinity:
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {a: b}}}
      """;

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg().ofItsOwn();
  @RegisterExtension final Played played = new Played(api);

  /** What each Infinispan requests: its version, or an image. */
  private final Map<String, String> requested = new LinkedHashMap<>();

  private PlayedInfinispanOperator operator;

  @BeforeEach
  void install() {
    api.serve(OperatorCrd.INFINISPAN);
    operator = new PlayedInfinispanOperator(api.client(), api.namespace());
    played.endpoints().measureToo("-cache-0", "infinispan");
    played.endpoints().measureToo("-cache-1", "infinispan");
  }

  @Test
  void everyFieldExistsInItsDefinition() {
    ScalabilityExperiment e = Experiments.with(Experiments.cart(api.namespace()), WITH_EVERY_FIELD);
    Configuration two = Experiments.two(e);
    HasMetadata servers =
        Parts.TOPOLOGY.of(two).stream()
            .flatMap(component -> component.probes(e, two).stream())
            .map(AdmissionProbe::workload)
            .filter(GenericKubernetesResource.class::isInstance)
            .findFirst()
            .orElseThrow();

    var stored =
        (GenericKubernetesResource)
            api.client().resource(servers).dryRun().fieldValidation(Validation.STRICT).create();

    assertThat(stored.<String>get("spec", "image")).isEqualTo("example.org/infinispan:1");
    assertThat(Serialization.asJson(stored.<Object>get("spec", "scheduling")))
        .contains(
            "\"PriorityClassName\":\"high\"",
            "\"key\":\"dedicated\"",
            "\"nodeAffinity\":{",
            "\"podAntiAffinity\":{");
  }

  /** The API server accepts every field of the resource, or it would refuse it. */
  @Test
  void autoIsTheOperatorWhereItsKindIsServedAndItsServersAreMeasuredAndRemoved() {
    AtomicReference<String> ofStatefulSet = new AtomicReference<>();
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            applied("auto", BOTH),
            () -> {
              operator.all().forEach(this::note);
              StatefulSet own = statefulSet("auto-own-2-cache");
              if (own != null) {
                ofStatefulSet.set(
                    own.getSpec().getTemplate().getSpec().getContainers().get(0).getImage());
              }
              operator.play();
            });

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().effective().provisioners())
        .contains(entry("state", Provisioner.INFINISPAN))
        .contains(entry("state[own]", Provisioner.STATEFUL_SET));
    assertThat(requested)
        .as("the operator chooses the image of each, whatever other testbeds had")
        .containsExactly(
            entry("auto-base-2-cache", "version 16.0.5"),
            entry("auto-again-2-cache", "version 16.0.5"));
    assertThat(ofStatefulSet).hasValue(Experiments.images().infinispanServer());
    assertThat(ended.getStatus().effective().images())
        .filteredOn(image -> image.tier().equals("cache"))
        .extracting(TierImage::image)
        .containsExactly(Experiments.images().infinispanServer());
    assertThat(trial("auto-base-2").getStatus().runs().get(0).steps().get(0).evidence().cache())
        .satisfies(cache -> assertThat(cache.members()).isEqualTo(2));
    assertThat(left("auto-")).as("what is left of the testbed").isEmpty();
  }

  @Test
  void whatItReportsIsTheReasonAtTheDeadline() {
    ScalabilityExperiment hangs = applied("hangs", REMOTE);
    AtomicReference<Duration> late = new AtomicReference<>(Duration.ZERO);
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own =
          new Operator(client.client(), played.endpoints().prometheus(), new LateClock(late::get));
      for (int pass = 0; pass < 10 && operator.all().isEmpty(); pass++) {
        own.pass(now(hangs));
      }
      own.pass(now(hangs));
      assertThat(now(hangs).getStatus().message())
          .isEqualTo(
              "Waiting for the Infinispan servers: the Infinispan operator has not reconciled them yet: is it running?");

      GenericKubernetesResource servers = operator.all().get(0);
      operator.report(servers, "False", "View: [hangs-base-2-cache-0]");
      Warnings.report(api.client(), servers, "LowMemory", "a server needs more");
      hold(servers);
      late.set(Duration.ofSeconds(620));
      own.pass(now(hangs));
      own.pass(now(hangs));

      ConfigurationResult row = now(hangs).getStatus().configurations().get(0);
      assertThat(row.reason()).isEqualTo(Reason.CACHE_NOT_READY);
      assertThat(row.message())
          .isEqualTo(
              "the Infinispan servers not ready after 600 s: the Infinispan operator reports WellFormed=False (View: [hangs-base-2-cache-0]): LowMemory: a server needs more");

      own.pass(now(hangs));
      late.set(Duration.ofSeconds(1300));
      own.pass(now(hangs));
      assertThat(api.events("hangs"))
          .filteredOn(event -> event.getReason().equals(Reason.TESTBED_NOT_GONE.text()))
          .extracting(Event::getMessage)
          .singleElement()
          .asString()
          .contains(
              "still existed 600 s after the deletion, for example Infinispan hangs-base-2-cache; the Infinispan operator reports WellFormed=False (View: [hangs-base-2-cache-0]): LowMemory: a server needs more; list them: kubectl get all,configmaps,")
          .contains(",infinispans.infinispan.org ");
      release(servers);
    }
    api.client().resource(now(hangs)).delete();
  }

  @Test
  void anExperimentWaitsForItsKindAndStartsByItself() {
    api.remove(OperatorCrd.INFINISPAN);
    ScalabilityExperiment waits = applied("waits", WITH_INFINISPAN);
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own = new Operator(client.client(), played.endpoints().prometheus());
      own.pass(now(waits));
      own.pass(now(waits));
      assertThat(now(waits).getStatus().phase()).isEqualTo(Phase.QUEUED);
      assertThat(now(waits).getStatus().message())
          .contains(
              "spec.system.state.remote.provisioner: this cluster does not serve infinispan.org/v1 Infinispan");

      api.serve(OperatorCrd.INFINISPAN);
      for (int pass = 0; pass < 10 && operator.all().isEmpty(); pass++) {
        own.pass(now(waits));
      }
      assertThat(operator.all()).hasSize(1);
    }
    api.client().resource(now(waits)).delete();
  }

  @Test
  void aVersionWithoutAFieldThatIsSetIsNamed() {
    api.remove(OperatorCrd.INFINISPAN);
    api.serveWithout(OperatorCrd.INFINISPAN, "configListener");
    assertOutdated(applied("old", WITH_INFINISPAN));
    assertOutdated(applied("old-auto", REMOTE));
    api.remove(OperatorCrd.INFINISPAN);
  }

  private void assertOutdated(ScalabilityExperiment old) {
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator own = new Operator(client.client(), played.endpoints().prometheus());
      own.pass(now(old));
      own.pass(now(old));
      assertThat(now(old).getStatus().phase()).isEqualTo(Phase.QUEUED);
      assertThat(now(old).getStatus().message())
          .contains(
              "the infinispan.org/v1 Infinispan of this cluster does not have a field that ScaleLab sets; upgrade its operator with"
                  + " its CRD, or set spec.system.state.remote.provisioner to StatefulSet: ")
          .contains("spec.configListener");
    }
    api.client().resource(now(old)).delete();
  }

  private static void hold(GenericKubernetesResource servers) {
    finalizers(servers, "[\"example.org/held\"]");
  }

  private static void release(GenericKubernetesResource servers) {
    finalizers(servers, "null");
  }

  private static void finalizers(GenericKubernetesResource servers, String all) {
    api.client()
        .resource(servers)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"finalizers\":%s}}".formatted(all));
  }

  private void note(GenericKubernetesResource one) {
    String name = one.getMetadata().getName();
    if (name.startsWith("auto-")) {
      String image = one.get("spec", "image");
      requested.put(name, image == null ? "version " + one.get("spec", "version") : image);
    }
  }

  private static StatefulSet statefulSet(String name) {
    return api.client().apps().statefulSets().inNamespace(api.namespace()).withName(name).get();
  }

  private static ScalabilityExperiment applied(String name, String change) {
    return Experiments.applied(
        api,
        name,
        Experiments.with(
            Experiments.closed(Experiments.cart(api.namespace()), 20, 40, 20), change));
  }

  private static ScalabilityExperiment now(ScalabilityExperiment experiment) {
    return api.client().resource(experiment).get();
  }

  private static ScalabilityTrial trial(String name) {
    return api.trial(name);
  }

  private List<String> left(String prefix) {
    List<HasMetadata> left = new ArrayList<>(operator.all());
    left.addAll(api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems());
    left.addAll(api.client().configMaps().inNamespace(api.namespace()).list().getItems());
    return left.stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(prefix) && name.contains("-cache"))
        .toList();
  }
}
