package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.evidence;
import static dev.scalelab.operator.measurement.ValidRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Portal with 300m of CPU, 384 MiB of heap, 10 connections and 3 listeners, on two servers. */
class RequestedSettingsTest {
  private static final Map<String, String> AS_REQUESTED =
      Map.of(
          "heap", "384Mi",
          "maxHeap", "371.3Mi",
          "collector", "Serial",
          "processors", "1",
          "webThreads", "16",
          "connectionPoolSize", "10",
          "sessionCopies", "2",
          "beanCopies", "2",
          "portalCopies", "1",
          "listeners", "3");

  private final ScalabilityExperiment portal = Experiments.portal("default");

  @Test
  void settingsAsRequestedAreValid() {
    assertThat(found(portal, AS_REQUESTED)).isEmpty();
    assertThat(found(portal, Map.of())).as("what is not reported is not compared").isEmpty();
    assertThat(found(portal, null)).isEmpty();
  }

  @Test
  void eachSettingIsCompared() {
    List<String> compared =
        RequestedSettings.of(Experiments.two(portal)).all().stream()
            .map(RequestedSettings.Requested::name)
            .toList();

    assertThat(compared).containsExactlyInAnyOrderElementsOf(AS_REQUESTED.keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "heap, 124Mi, spec.system.application.heap requests 384Mi",
    "heap, '124Mi, 384Mi', spec.system.application.heap requests 384Mi",
    "maxHeap, 300Mi, spec.system.application.heap requests 384Mi",
    "maxHeap, 400Mi, spec.system.application.heap requests 384Mi",
    "collector, G1, spec.system.application.jvmOptions requests Serial",
    "processors, 2, spec.system.application.cpu requests 1",
    "webThreads, 8, spec.system.application.cpu requests 16",
    "connectionPoolSize, 8, spec.system.application.connectionPoolSize requests 10",
    "sessionCopies, 1, spec.system.state.web.copies requests 2",
    "beanCopies, 3, spec.system.state.bean.copies requests 2",
    "portalCopies, 1000, spec.system.state.portal.cache requests Distributed",
    "listeners, 4, spec.system.application.listeners requests 3"
  })
  void anotherValueInForceMakesTheRunInvalid(String setting, String inForce, String requested) {
    Map<String, String> settings = new HashMap<>(AS_REQUESTED);
    settings.put(setting, inForce);

    assertThat(found(portal, settings))
        .singleElement()
        .satisfies(
            invalid -> {
              assertThat(invalid.reason()).isEqualTo(Reason.SETTING_NOT_IN_FORCE);
              assertThat(invalid.message())
                  .isEqualTo(
                      requested
                          + ", but in step 2 the servers reported "
                          + inForce
                          + " as in force ("
                          + setting
                          + ")");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "'{cpu: 1500m}', processors, 2",
    "'{cpu: 1500m}', collector, G1",
    "'{cpu: 1500m}', webThreads, 32",
    "'{jvmOptions: [\"-XX:+UseZGC\"]}', collector, Z",
    "'{jvmOptions: [\"-XX:-UseSerialGC\"]}', collector, Parallel",
    "'{jvmOptions: [\"-XX:+UseMaximumCompactionOnSystemGC\"]}', collector, Serial",
    "'{jvmOptions: [\"-XX:+UseAdaptiveSizePolicyWithSystemGC\", \"-XX:+UseParallelGC\"]}', collector, Parallel",
    "'{heap: 0.25Gi}', heap, 256Mi",
    "'{heap: 0.25Gi}', heap, 258Mi",
    "'{env: [{name: WEB_MAX_THREADS, value: \"24\"}]}', webThreads, 24",
    "'{env: [{name: WEB_MAX_THREADS, valueFrom: {secretKeyRef: {name: a, key: b}}}]}', webThreads, 7",
    "'{connectionPoolSize: 100}', connectionPoolSize, '100, 97'"
  })
  void theRequestedValueFollowsTheExperiment(String application, String setting, String inForce) {
    Experiments.with(portal, "system: {application: %s}".formatted(application));

    assertThat(found(portal, Map.of(setting, inForce))).isEmpty();
  }

  /** As for each step as soon as its evidence is known, and at the end for the whole run. */
  @Test
  void theRuleIsOneOfThoseOfEachStep() {
    Validity.Expected expected =
        ValidRuns.EXPECTED.with(
            two -> two.replicas(2).settings(RequestedSettings.of(Experiments.two(portal))));

    assertThat(Validity.judged(with(Map.of("heap", "124Mi")), expected).invalid().reason())
        .isEqualTo(Reason.SETTING_NOT_IN_FORCE);
    assertThat(Validity.judged(with(AS_REQUESTED), expected).invalid()).isNull();
  }

  @Test
  void replicatedIsAtLeastACopyOnEachServer() {
    Experiments.with(portal, "system: {state: {portal: {cache: Replicated}}}");

    assertThat(found(portal, Map.of("portalCopies", "1000"))).isEmpty();
    assertThat(found(portal, Map.of("portalCopies", "1")))
        .extracting(Invalid::reason)
        .containsExactly(Reason.SETTING_NOT_IN_FORCE);
  }

  @Test
  void theFieldOfAVariantIsNamed() {
    Experiments.with(portal, "variants: [{name: large, system: {application: {heap: 512Mi}}}]");
    var large = Planner.plan("small", portal.getSpec()).configurations().get(3);

    assertThat(RequestedSettings.of(large).check(with(Map.of("heap", "384Mi"))))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith("spec.variants[large].system.application.heap requests 512Mi"));
  }

  /** An own application has its own threads, and any collector unless one is requested. */
  @Test
  void ofAnOwnApplicationOnlyWhatItReportsIsCompared() {
    ScalabilityExperiment own = Experiments.custom("default");

    assertThat(found(own, Map.of("webThreads", "200", "collector", "Z", "maxHeap", "371.3Mi")))
        .isEmpty();
    assertThat(found(own, Map.of("maxHeap", "7936Mi", "connectionPoolSize", "5")))
        .extracting(Invalid::reason)
        .containsExactly(Reason.SETTING_NOT_IN_FORCE, Reason.SETTING_NOT_IN_FORCE);
  }

  private static List<Invalid> found(ScalabilityExperiment e, Map<String, String> settings) {
    return RequestedSettings.of(Experiments.two(e)).check(with(settings));
  }

  private static StepResult with(Map<String, String> settings) {
    Evidence evidence = evidence(50.0, 2, 0.3, 0);
    return step(2, evidence.withServers(evidence.servers().withSettings(settings)));
  }
}
