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
      Map.ofEntries(
          Map.entry("heap", "384Mi"),
          Map.entry("maxHeap", "371.3Mi"),
          Map.entry("collector", "Serial"),
          Map.entry("processors", "1"),
          Map.entry("webThreads", "16"),
          Map.entry("connectionPoolSize", "10"),
          Map.entry("sessionCopies", "2"),
          Map.entry("beanCopies", "0"),
          Map.entry("entityCaches", "0"),
          Map.entry("webQueue", "1000"),
          Map.entry("beanPool", "0"),
          Map.entry("beanThreads", "0"),
          Map.entry("beanQueue", "0"),
          Map.entry("newRatio", "0"),
          Map.entry("callsByValue", "0"),
          Map.entry("accessLog", "0"),
          Map.entry("logLevel", "900"),
          Map.entry("connectionPoolMinSize", "5"),
          Map.entry("portalCopies", "1"),
          Map.entry("listeners", "3"));

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
        RequestedSettings.of(Experiments.two(portal)).all().stream().map(Requested::name).toList();

    assertThat(compared).containsExactlyInAnyOrderElementsOf(AS_REQUESTED.keySet());
  }

  @Test
  void serversWithTheBeansMayHaveOtherSettingsButNotOnlyThey() {
    ScalabilityExperiment tiers =
        Experiments.with(
            Experiments.bookstore("default"),
            """
            sweep: {replicas: [2, 4]}
            system: {tiers: {layout: Split, beans: {heap: 512Mi, memory: 1Gi, webThreads: 4}}}
            """);

    assertThat(found(tiers, Map.of("heap", "384Mi, 512Mi", "webThreads", "16, 4"))).isEmpty();
    for (String inForce : List.of("384Mi", "512Mi", "384Mi, 500Mi", "256Mi, 384Mi, 512Mi")) {
      assertThat(found(tiers, Map.of("heap", inForce)))
          .as(inForce)
          .singleElement()
          .satisfies(
              invalid ->
                  assertThat(invalid.message())
                      .startsWith(
                          "spec.system.application.heap requests 384Mi and"
                              + " spec.system.tiers.beans.heap requests 512Mi, but"));
    }
  }

  /** Also where both request the same, or only one of them is given. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "16; {webThreads: 16}; application.webThreads requests 16 and spec.system.tiers.beans.webThreads requests 16",
        "16; {heap: 512Mi}; application.webThreads requests 16",
        "null; {webThreads: 4}; application.cpu requests 16 and spec.system.tiers.beans.webThreads requests 4",
        "null; {cpu: 2}; application.cpu requests 16 and spec.system.tiers.beans.cpu requests 32"
      })
  void theFieldOfEachTierIsNamed(String threads, String beans, String requested) {
    ScalabilityExperiment tiers =
        Experiments.with(
            Experiments.bookstore("default"),
            """
            sweep: {replicas: [2, 4]}
            system: {application: {memory: 1Gi, webThreads: %s}, tiers: {layout: Split, beans: %s}}
            """
                .formatted(threads, beans));

    assertThat(found(tiers, Map.of("webThreads", "8")))
        .singleElement()
        .satisfies(
            invalid ->
                assertThat(invalid.message())
                    .startsWith("spec.system." + requested + ", but in step "));
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
    "connectionPoolSize, 9, spec.system.application.connectionPoolSize requests 10",
    "sessionCopies, 1, spec.system.state.web.copies requests 2",
    "beanCopies, 3, spec.system.state.bean.cache requests Local",
    "webQueue, 0, spec.system.application.webQueue requests 1000",
    "beanPool, 20, spec.system.application.beanPoolSize requests 0",
    "beanThreads, 4, spec.system.application.beanThreads requests 0",
    "beanQueue, 1000, spec.system.application.beanThreads requests 0",
    "newRatio, 2, spec.system.application.newRatio requests 0",
    "callsByValue, 1, spec.system.application.callsByValue requests 0",
    "accessLog, 1, spec.system.application.accessLog requests 0",
    "logLevel, 800, spec.system.application.logLevel requests WARN",
    "connectionPoolMinSize, 10, spec.system.application.connectionPoolMinSize requests 5",
    "entityCaches, 5, spec.system.state.entities requests None",
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
    "'{webThreads: 24}', webThreads, 24",
    "'{webQueue: 40}', webQueue, 40",
    "'{beanPoolSize: 30}', beanPool, 30",
    "'{beanThreads: 4}', beanThreads, 4",
    "'{beanThreads: 4}', beanQueue, 1000",
    "'{beanThreads: 4, beanQueue: 7}', beanQueue, 7",
    "'{collector: Parallel}', collector, Parallel",
    "'{newRatio: 3}', newRatio, 3",
    "'{callsByValue: true}', callsByValue, 1",
    "'{accessLog: true}', accessLog, 1",
    "'{logLevel: \"OFF\"}', logLevel, 2147483647",
    "'{connectionPoolMinSize: 10}', connectionPoolMinSize, 10",
    "'{connectionPoolSize: 100}', connectionPoolSize, 100"
  })
  void theRequestedValueFollowsTheExperiment(String application, String setting, String inForce) {
    Experiments.with(portal, "system: {application: %s}".formatted(application));

    assertThat(found(portal, Map.of(setting, inForce))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'{}', sessionCopies, 2, 1",
    "'{web: {cache: Replicated}}', sessionCopies, 1000, 2",
    "'{web: {cache: Local}}', sessionCopies, 0, 2",
    "'{bean: {cache: Replicated}}', beanCopies, 1000, 1",
    "'{bean: {cache: Local}}', beanCopies, 0, 2"
  })
  void whereTheStateIsIsWhatTheServersSay(
      String state, String setting, String right, String wrong) {
    ScalabilityExperiment cart =
        Experiments.with(
            Experiments.small("default"),
            "{workload: {type: Cart, cart: {}}, system: {state: %s}}".formatted(state));

    assertThat(found(cart, Map.of(setting, right))).isEmpty();
    assertThat(found(cart, Map.of(setting, wrong)))
        .singleElement()
        .extracting(Invalid::reason)
        .isEqualTo(Reason.SETTING_NOT_IN_FORCE);
  }

  @Test
  void aCacheOfEntitiesThatWasNotStartedIsNoCache() {
    ScalabilityExperiment clustered =
        Experiments.with(Experiments.small("default"), "system: {state: {entities: Clustered}}");

    assertThat(found(clustered, Map.of("entityCaches", "9"))).isEmpty();
    assertThat(found(clustered, Map.of("entityCaches", "0"))).hasSize(1);
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

    assertThat(RequestedSettings.of(large).check(with(Map.of("heap", "384Mi")), false))
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
    int pool = own.getSpec().system().application().connectionPoolSize();
    assertThat(found(own, Map.of("connectionPoolSize", "%d, %d".formatted(pool, pool - 1))))
        .isEmpty();
    assertThat(found(own, Map.of("maxHeap", "7936Mi", "connectionPoolSize", "5")))
        .extracting(Invalid::reason)
        .containsExactly(Reason.SETTING_NOT_IN_FORCE, Reason.SETTING_NOT_IN_FORCE);
  }

  /** As where a server was deleted on purpose. */
  @Test
  void aServerThatStartsReportsZeroUntilItHas() {
    RequestedSettings settings = RequestedSettings.of(Experiments.two(portal));

    assertThat(settings.check(with(Map.of("portalCopies", "0, 1")), true)).isEmpty();
    assertThat(settings.check(with(Map.of("portalCopies", "0, 1")), false)).hasSize(1);
    assertThat(settings.check(with(Map.of("heap", "0, 124Mi")), true)).hasSize(1);
  }

  private static List<Invalid> found(ScalabilityExperiment e, Map<String, String> settings) {
    return RequestedSettings.of(Experiments.two(e)).check(with(settings), false);
  }

  private static StepResult with(Map<String, String> settings) {
    Evidence evidence = evidence(50.0, 2, 0.3, 0);
    return step(2, evidence.withServers(evidence.servers().withSettings(settings)));
  }
}
