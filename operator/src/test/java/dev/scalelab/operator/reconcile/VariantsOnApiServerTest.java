package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ComparisonResult;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepStage;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Experiments that vary the system: from the manifest to the rows of the status. */
class VariantsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  private final Set<String> servers = new TreeSet<>();
  private final Set<String> databases = new TreeSet<>();

  @Test
  void eachRepetitionOfInterleavedVariantsHasATestbedOfItsOwn() {
    ScalabilityExperiment ended =
        run(
            "pair",
            """
            variants: [{name: big, system: {databases: [{name: main, memory: 1Gi}]}}]
            sweep: {replicas: [1], order: Interleaved}
            load: {repetitions: 2}
            """);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1", "big-1");
    assertThat(ended.getStatus().configurations())
        .allSatisfy(row -> assertThat(row.runs()).isEqualTo(2));
    assertThat(ended.getStatus().configurations())
        .as("two rounds have intervals")
        .allSatisfy(row -> assertThat(row.rounds()).isEqualTo(2))
        .allSatisfy(row -> assertThat(row.intervals().peakPerSecond()).isNotNull())
        .allSatisfy(row -> assertThat(row.intervals().meanMillis()).isNotNull());
    assertThat(ended.getStatus().comparisons())
        .extracting(ComparisonResult::variant, ComparisonResult::baseline)
        .containsExactly(Assertions.tuple("big", "base"));
    assertThat(databases).containsExactly("pair-base-db", "pair-big-db");
    assertThat(runsByStart("pair"))
        .as("the runs in the order of their time")
        .containsExactly("pair-base-1 1", "pair-big-1 1", "pair-base-1 2", "pair-big-1 2");
  }

  @Test
  void theBaseIsMeasuredTwiceAndJudgedByItsShareOfQuickResponses() {
    ScalabilityExperiment ended =
        run(
            "twice",
            """
            workload: {type: Cart}
            sweep: {replicas: [1], aa: true}
            load: {repetitions: 2}
            objectives: {responseTimes: [{minSharePercent: 90, maxMillis: 60000}], minCapacityPerSecond: 100000}
            """);

    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1", "base-again-1");
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.FAILED);
    assertThat(ended.getStatus().message())
        .startsWith("base-1: capacity ")
        .contains("is less than 100000/s");
    StepResult step = api.trial("twice-base-1").getStatus().runs().get(0).steps().get(0);
    assertThat(step.shares().get(0).sharePercent()).isEqualTo(100.0);
    assertThat(step.stage()).isEqualTo(StepStage.UNDER_USED);
  }

  @Test
  void everyValueOfAFactorIsARowOfItsOwn() {
    ScalabilityExperiment ended =
        run(
            "heap",
            """
            workload: {type: Cart}
            sweep: {replicas: [1], factors: [{setting: application.heap, values: [256Mi, 384Mi]}]}
            """);

    assertThat(ended.getStatus().configurations())
        .extracting(row -> row.factors().get(0).toString(), row -> row.speedup())
        .containsExactly(
            Assertions.tuple("application.heap=256Mi", 1.0),
            Assertions.tuple("application.heap=384Mi", 1.0));
    assertThat(servers).containsExactly("heap-base-heap256mi-1-app", "heap-base-heap384mi-1-app");
  }

  @Test
  void aVariantIsCheckedByTheRulesOfTheSystem() {
    assertRejected(
        "heapy",
        "variants: [{name: huge, system: {application: {heap: 2Gi}}}]",
        "spec.variants[huge].system.application");
    assertRejected(
        "factor",
        "sweep: {factors: [{setting: application.heap, values: [2Gi]}]}",
        "base with application.heap=2Gi: spec.system.application");
    assertRejected(
        "reads",
        "variants: [{name: lonely, system: {databases: [{name: main, reads: Replicas}]}}]",
        "spec.variants[lonely].system.databases[0].reads");
    assertRejected(
        "portal",
        """
        workload: {type: Portal}
        variants: [{name: two, system: {databases: [{name: main, instances: 2, reads: Replicas}]}}]
        """,
        "spec.variants[two].system.databases");
    assertRejected(
        "instances",
        "sweep: {factors: [{setting: databases.main.reads, values: [Replicas]}]}",
        "base with databases.main.reads=Replicas: spec.system.databases[0].reads");
    assertRejected(
        "tiers",
        "variants: [{name: split, system: {tiers: {layout: Split}}}]",
        "spec.variants[split].system.tiers: ");
    assertRejected(
        "unknown",
        "sweep: {factors: [{setting: application.haep, values: [256Mi]}]}",
        "the nearest is application.heap");
  }

  @Test
  void aRejectedSpecIsMeasuredOnceItIsCorrected() {
    String factor = "sweep: {factors: [{setting: application.%s, values: [256Mi]}]}";
    assertRejected("typo", factor.formatted("haep"), "the nearest is application.heap");

    ScalabilityExperiment rejected = api.experiment("typo");
    ScalabilityExperiment corrected =
        api.client().resource(Experiments.with(rejected, factor.formatted("heap"))).update();

    assertThat(run(corrected).getStatus().phase()).isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void namesOfVariantsAreCheckedByTheApiServer() {
    assertRefused("variants: [{name: base}]", "base is reserved");
    assertRefused("variants: [{name: a}, {name: a}]", "the names of variants must differ");
    assertRefused("sweep: {replicas: [1], variants: [other]}", "names of spec.variants");
    assertRefused("sweep: {replicas: [1], exclude: [{variant: other}]}", "a name of spec.variants");
    assertRefused(
        "variants: [{name: a, system: {state: {web: {copies: 90}}}}]",
        "spec.variants[0].system.state.web.copies");
  }

  private static void assertRefused(String change, String message) {
    ScalabilityExperiment experiment = Experiments.with(Experiments.small(api.namespace()), change);
    Assertions.assertThatThrownBy(() -> Experiments.applied(api, "refused", experiment))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(message);
  }

  private void assertRejected(String name, String change, String message) {
    ScalabilityExperiment ended = run(name, change);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.REJECTED);
    assertThat(ended.getStatus().conditions())
        .filteredOn(condition -> condition.getType().equals("Accepted"))
        .singleElement()
        .extracting(Condition::getReason, Condition::getMessage)
        .satisfies(
            accepted -> {
              assertThat(accepted.get(0)).isEqualTo("SpecInvalid");
              assertThat(accepted.get(1).toString()).contains(message);
            });
    assertThat(servers).as("nothing was created").isEmpty();
  }

  private ScalabilityExperiment run(String name, String change) {
    return run(
        Experiments.applied(
            api, name, Experiments.with(Experiments.small(api.namespace()), change)));
  }

  private ScalabilityExperiment run(ScalabilityExperiment experiment) {
    return PlayedExperiment.run(
        api.client(), played.endpoints(), played.cluster(), experiment, this::look);
  }

  private void look() {
    List<String> now =
        api.client().apps().statefulSets().inNamespace(api.namespace()).list().getItems().stream()
            .map(set -> set.getMetadata().getName())
            .toList();
    assertThat(now).as("servers at a time").hasSizeLessThanOrEqualTo(1);
    servers.addAll(now);
    List<String> clusters =
        api
            .client()
            .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
            .inNamespace(api.namespace())
            .list()
            .getItems()
            .stream()
            .map(cluster -> cluster.getMetadata().getName())
            .toList();
    assertThat(clusters).as("databases at a time").hasSizeLessThanOrEqualTo(1);
    databases.addAll(clusters);
  }

  private static List<String> runsByStart(String experiment) {
    record Begun(String text, Instant when) {}
    return api
        .client()
        .resources(ScalabilityTrial.class)
        .inNamespace(api.namespace())
        .list()
        .getItems()
        .stream()
        .filter(trial -> trial.getSpec().experiment().equals(experiment))
        .flatMap(
            trial ->
                trial.getStatus().runs().stream()
                    .map(
                        (RunResult run) ->
                            new Begun(
                                trial.getMetadata().getName() + " " + run.number(),
                                Instant.parse(run.startedAt()))))
        .sorted(Comparator.comparing(Begun::when))
        .map(Begun::text)
        .toList();
  }
}
