package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Configurations and repetitions that are added during an experiment. */
class AddedOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void whatIsAddedIsMeasuredBesideTheOthers() {
    ScalabilityExperiment ended =
        run(
            "grown",
            "sweep: {replicas: [1]}",
            "grown-base-1",
            """
            variants: [{name: wide, system: {application: {connectionPoolSize: 60}}}]
            sweep: {replicas: [1, 2]}
            """);

    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name, ConfigurationResult::reason)
        .containsExactly(
            tuple("base-1", null),
            tuple("base-2", null),
            tuple("wide-1", null),
            tuple("wide-2", Reason.SPEC_INVALID));
    assertThat(ended.getStatus().configurations().get(3).message())
        .as("2 * 61 + 10")
        .startsWith("spec.variants[wide].system.databases[main].maxConnections: wide-2 needs 132");
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(ended.getStatus().effective().databases())
        .extracting(EffectiveDatabase::maxConnections)
        .containsExactly(100);
    assertThat(played.cluster().jobs().get("grown-base-prepare")).hasSize(1);
  }

  @Test
  void anAddedNumberOfServersThatBreaksARuleCostsNoSmallerOne() {
    ScalabilityExperiment ended =
        run(
            "few",
            "sweep: {replicas: [1]}",
            "few-base-1",
            """
            variants: [{name: few, system: {databases: [{name: main, maxConnections: 25}]}}]
            sweep: {replicas: [1, 2]}
            """);

    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name, ConfigurationResult::reason)
        .containsExactly(
            tuple("base-1", null),
            tuple("base-2", null),
            tuple("few-1", null),
            tuple("few-2", Reason.SPEC_INVALID));
  }

  @Test
  void anAddedVariantThatBreaksARuleCostsNoOther() {
    ScalabilityExperiment ended =
        run(
            "odd",
            "sweep: {replicas: [1]}",
            "odd-base-1",
            """
            variants:
            - {name: huge, system: {application: {heap: 2Gi}}}
            - {name: nameless, system: {databases: [{cpu: 500m}]}}
            - {name: operated, system: {application: {provisioner: WildFlyServer, pod: {nodeSelector: {}}}}}
            """);

    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name, ConfigurationResult::reason)
        .containsExactly(
            tuple("base-1", null),
            tuple("huge-1", Reason.SPEC_INVALID),
            tuple("operated-1", Reason.PROVISIONER_MISSING));
    assertThat(ended.getStatus().configurations().get(1).message())
        .startsWith("spec.variants[huge].system.application");
    assertThat(ended.getStatus().configurations().get(2).message())
        .startsWith(
            "spec.variants[operated].system.application.provisioner: this cluster does not serve wildfly.org/v1alpha1 WildFlyServer");
    assertThat(ended.getStatus().conditions())
        .filteredOn(condition -> condition.getType().equals("Accepted"))
        .singleElement()
        .satisfies(
            accepted -> {
              assertThat(accepted.getStatus()).isEqualTo("True");
              assertThat(accepted.getMessage())
                  .endsWith(
                      "not measured: spec.variants[nameless].system: databases[].name must be given");
            });
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void aTrialThatHasEndedGetsTheRepetitionsThatAreAdded() {
    ScalabilityExperiment ended =
        run(
            "again",
            "{workload: {type: Cart}, sweep: {replicas: [1, 2]}}",
            "again-base-2",
            "load: {repetitions: 2}");

    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name, ConfigurationResult::runs)
        .containsExactly(tuple("base-1", 2), tuple("base-2", 2));
    assertThat(ended.getStatus().progress().trials()).isEqualTo("2/2");
  }

  @Test
  void anExperimentThatGrowsWhileItsEndIsWrittenIsNotReportedAsCompleted() {
    ScalabilityExperiment applied =
        Experiments.applied(
            api,
            "late",
            Experiments.with(
                Experiments.small(api.namespace()),
                "{workload: {type: Cart}, sweep: {replicas: [1]}}"));
    try (MortalClient client = new MortalClient(api.client(), played.endpoints())) {
      Operator operator = new Operator(client.client(), played.endpoints().prometheus());
      for (int pass = 0; pass < 300 && !hasEnded("late-base-1"); pass++) {
        ScalabilityExperiment now = api.client().resource(applied).get();
        operator.pass(now);
        played.cluster().play(now);
      }
      ScalabilityExperiment stale = api.client().resource(applied).get();
      change("late", "sweep: {replicas: [1, 2]}");
      assertThat(operator.pass(stale)).as("another pass follows").isTrue();
    }
    assertThat(events("late")).doesNotContain(Reason.COMPLETED.text());

    ScalabilityExperiment ended =
        PlayedExperiment.run(api.client(), played.endpoints(), played.cluster(), applied, () -> {});
    assertThat(ended.getStatus().configurations())
        .extracting(ConfigurationResult::name)
        .containsExactly("base-1", "base-2");
    assertThat(events("late")).contains(Reason.COMPLETED.text());
  }

  /** The experiment after its end; it was changed while one of its trials had a testbed. */
  private ScalabilityExperiment run(String name, String spec, String trial, String change) {
    AtomicBoolean changed = new AtomicBoolean();
    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(
                api, name, Experiments.with(Experiments.small(api.namespace()), spec)),
            () -> {
              if (hasTestbed(trial) && changed.compareAndSet(false, true)) {
                change(name, change);
              }
            });
    assertThat(changed).isTrue();
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    return ended;
  }

  private static boolean hasTestbed(String name) {
    ScalabilityTrialStatus status = status(name);
    return status != null && status.testbedReadyTime() != null;
  }

  private static boolean hasEnded(String name) {
    ScalabilityTrialStatus status = status(name);
    return status != null && status.ended();
  }

  private static ScalabilityTrialStatus status(String trial) {
    ScalabilityTrial found = api.trial(trial);
    return found == null ? null : found.getStatus();
  }

  private static List<String> events(String name) {
    return api.events(name).stream().map(Event::getReason).toList();
  }

  private static void change(String name, String spec) {
    Object change = Serialization.unmarshal(spec, Map.class);
    api.client()
        .resources(ScalabilityExperiment.class)
        .inNamespace(api.namespace())
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("spec", change)));
  }
}
