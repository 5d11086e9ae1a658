package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.WarningReader.Warning;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Golden;
import dev.scalelab.operator.support.Variables;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Manifests of the Infinispan servers, and their readiness. */
class RemoteCacheTest {
  private final ScalabilityExperiment experiment = cart("system: {state: {store: Remote}}");
  private final StatefulSetCache builtIn = new StatefulSetCache(null, Experiments.images());

  private static ScalabilityExperiment cart(String change) {
    return Experiments.with(Experiments.cart("default"), change);
  }

  private static Configuration two(ScalabilityExperiment of) {
    return Experiments.two(of);
  }

  @Test
  void theWholeOfTheStatefulSet() {
    Golden.assertSame("cache.yaml", builtIn.servers(experiment, two(experiment)));
  }

  @Test
  void theWholeOfTheInfinispanResource() {
    Golden.assertSame("infinispan.yaml", InfinispanManifest.servers(experiment, two(experiment)));
  }

  /** The version decides the schema of the configuration, whatever the image is. */
  @Test
  void anImageDoesNotReplaceTheVersion() {
    ScalabilityExperiment given =
        cart("system: {state: {store: Remote, remote: {image: 'example.org/infinispan:1'}}}");
    GenericKubernetesResource servers = InfinispanManifest.servers(given, two(given));

    assertThat(servers.<String>get("spec", "image")).isEqualTo("example.org/infinispan:1");
    assertThat(servers.<String>get("spec", "version"))
        .isEqualTo(
            InfinispanManifest.servers(experiment, two(experiment)).<String>get("spec", "version"))
        .isEqualTo("16.0.5");
  }

  @Test
  void theirOwnSpreadReplacesThatOverNodes() {
    String zones = "{topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}";
    for (String given : List.of("[]", "[" + zones + "]")) {
      ScalabilityExperiment spread =
          cart(
              "system: {state: {store: Remote, remote: {pod: {topologySpreadConstraints: %s}}}}"
                  .formatted(given));
      var requested = two(spread).remoteState().pod().topologySpreadConstraints();

      assertThat(
              builtIn
                  .servers(spread, two(spread))
                  .getSpec()
                  .getTemplate()
                  .getSpec()
                  .getTopologySpreadConstraints())
          .isEqualTo(requested)
          .hasSize(given.equals("[]") ? 0 : 1);
      assertThat(
              InfinispanManifest.servers(spread, two(spread))
                  .<Object>get("spec", "scheduling", "topologySpreadConstraints"))
          .isEqualTo(requested);
    }
  }

  @Test
  void serversFindTheirStateByTheNameOfTheService() {
    String service = builtIn.objects(experiment, two(experiment)).get(0).getMetadata().getName();

    assertThat(TwoServers.environment(experiment))
        .containsEntry("STATE_STORE", "remote")
        .containsEntry("INFINISPAN_HOST", service);
    assertThat(TwoServers.environment(cart("{}")))
        .as("embedded")
        .doesNotContainKeys("STATE_STORE", "INFINISPAN_HOST");
  }

  @Test
  void copiesAreThoseOfTheSpec() {
    ScalabilityExperiment copies =
        cart(
            "system: {state: {store: Remote, web: {copies: 1}, bean: {copies: 3}, remote: {replicas: 3}}}");

    assertThat(
            Variables.of(
                builtIn
                    .servers(copies, two(copies))
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .get(0)))
        .containsEntry("SESSION_COPIES", "1")
        .containsEntry("BEAN_COPIES", "3");
    assertThat(InfinispanManifest.configuration(copies, two(copies)).getData())
        .hasEntrySatisfying(
            "infinispan-config.xml",
            xml ->
                assertThat(xml)
                    .contains("name=\"web\" owners=\"1\"", "name=\"ejb\" owners=\"3\"")
                    .contains("<distributed-cache name=\"ROOT.war\" configuration=\"web\"/>"));
  }

  @Test
  void theWaitSaysWhatTheInfinispanOperatorReports() {
    GenericKubernetesResource servers = InfinispanManifest.servers(experiment, two(experiment));
    Function<List<Pod>, Readiness> readiness = pods -> readiness(servers, pods, null);

    assertThat(readiness.apply(List.of()).detail())
        .isEqualTo("the Infinispan operator has not reconciled them yet: is it running?");
    servers.setAdditionalProperty("status", conditions("False", "View: [a]"));
    assertThat(readiness.apply(List.of()).detail())
        .isEqualTo(
            "the Infinispan operator reports WellFormed=False (View: [a]); 0 of 2 Infinispan servers ready; 0 of 2 pods exist");
    assertThat(readiness.apply(List.of(unpullable())).detail())
        .startsWith(
            "the Infinispan operator reports WellFormed=False (View: [a]); 0 of 2 Infinispan servers ready; ")
        .contains("ImagePullBackOff");
    servers.setAdditionalProperty("status", conditions("True", ""));
    assertThat(readiness.apply(List.of()).state()).isEqualTo(Readiness.State.READY);
    assertThat(readiness(null, List.of(), null).state()).isEqualTo(Readiness.State.ABSENT);
  }

  @Test
  void theWaitHasTheLatestWarningAndNamesADenial() {
    GenericKubernetesResource servers = InfinispanManifest.servers(experiment, two(experiment));
    servers.setAdditionalProperty("status", conditions("False", "View: []"));

    Readiness slow = readiness(servers, List.of(unpullable()), "LowMemory: a server needs more");
    assertThat(slow.reason()).isEqualTo(Reason.CACHE_NOT_READY);
    assertThat(slow.detail()).endsWith(": LowMemory: a server needs more");

    Readiness denied =
        readiness(
            servers,
            List.of(),
            "FailedCreate: admission webhook \"policy.example.org\" denied the request: no");
    assertThat(denied.reason()).isEqualTo(Reason.REFUSED);
    assertThat(denied.detail()).contains("policy.example.org");
  }

  @Test
  void aPodsMessageThatQuotesADenialIsNone() {
    GenericKubernetesResource servers = InfinispanManifest.servers(experiment, two(experiment));
    servers.setAdditionalProperty("status", conditions("False", "View: []"));
    Pod pod = unpullable();
    pod.getStatus()
        .getContainerStatuses()
        .get(0)
        .getState()
        .getWaiting()
        .setMessage("the registry denied the request");

    Readiness readiness = readiness(servers, List.of(pod), null);
    assertThat(readiness.reason()).isEqualTo(Reason.CACHE_NOT_READY);
    assertThat(readiness.detail()).contains("denied the request");
  }

  private Readiness readiness(
      GenericKubernetesResource servers, List<Pod> pods, String latestWarning) {
    boolean reconciled = servers != null && servers.get("status", "conditions") != null;
    StatefulSet set = reconciled ? builtIn.servers(experiment, two(experiment)) : null;
    Function<HasMetadata, Optional<Warning>> warnings =
        object -> Optional.ofNullable(latestWarning).map(text -> new Warning(text, Instant.now()));
    return new InfinispanReadiness(
            servers, () -> set, new PodsReadiness(() -> pods, warnings), warnings)
        .of(2);
  }

  private static Map<String, Object> conditions(String wellFormed, String message) {
    return Map.of(
        "conditions",
        List.of(
            Map.of("type", "PreliminaryChecksPassed", "status", "True"),
            Map.of("type", "WellFormed", "status", wellFormed, "message", message)));
  }

  private static Pod unpullable() {
    return new PodBuilder()
        .withNewMetadata()
        .withName("small-base-2-cache-0")
        .withCreationTimestamp("2026-01-01T00:00:00Z")
        .endMetadata()
        .withNewStatus()
        .withPhase("Pending")
        .addNewContainerStatus()
        .withName("infinispan")
        .withNewState()
        .withNewWaiting()
        .withReason("ImagePullBackOff")
        .withMessage("not found")
        .endWaiting()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
