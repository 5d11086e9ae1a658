package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who creates the servers of an experiment of one and two. */
class ProvisionersTest {
  private static final String ANY_NODE = "system: {application: {pod: {nodeSelector: {}}}}";
  private static final String EXPLICIT =
      "system: {application: {provisioner: WildFlyServer, pod: {nodeSelector: {}}}}";

  private final ScalabilityExperiment experiment = Experiments.small("default");

  @Test
  void autoIsTheBuiltInStatefulSetWhereNoWildFlyServerIsServed() {
    Experiments.with(experiment, ANY_NODE);

    Plan plan = plan(null, false);

    assertThat(plan.configurations())
        .extracting(one -> one.application().provisioner())
        .containsExactly(Provisioner.STATEFUL_SET, Provisioner.STATEFUL_SET);
    assertThat(plan.provisioners().used(plan))
        .containsExactly(entry("application", Provisioner.STATEFUL_SET));
    assertThat(plan.provisioners().reason()).isEqualTo("this cluster serves no WildFlyServer");
  }

  @Test
  void autoIsWildFlyServerWhereThatIsServedAndServersMayRunAnywhere() {
    Experiments.with(experiment, ANY_NODE);

    Plan plan = plan(null, true);

    assertThat(plan.configurations())
        .extracting(one -> one.application().provisioner())
        .containsExactly(Provisioner.WILD_FLY_SERVER, Provisioner.WILD_FLY_SERVER);
    assertThat(plan.provisioners().used(plan))
        .containsExactly(entry("application", Provisioner.WILD_FLY_SERVER));
    assertThat(plan.violations()).isEmpty();
  }

  @Test
  void autoIsTheSameForAllConfigurationsSoThatTheyCanBeCompared() {
    Experiments.with(experiment, ANY_NODE);
    Experiments.with(
        experiment,
        "variants: [{name: folder, system: {application: {writableFolders: [/var/shop]}}}]");

    Plan plan = plan(null, true);

    assertThat(plan.configurations())
        .extracting(one -> one.application().provisioner())
        .containsOnly(Provisioner.STATEFUL_SET);
    assertThat(plan.provisioners().reason())
        .isEqualTo(
            "spec.variants[folder].system.application.writableFolders: a WildFlyServer cannot express"
                + " it: leave it out");
  }

  @Test
  void whatAutoIsDoesNotChangeOnceTheExperimentHasStarted() {
    Experiments.with(experiment, ANY_NODE);
    Plan before = plan(null, true);

    Plan started = plan(status("2026-01-01T00:00:00Z", before), false);
    Plan queued = plan(status(null, before), false);

    assertThat(started.provisioners()).isEqualTo(before.provisioners());
    assertThat(started.configurations()).isEqualTo(before.configurations());
    assertThat(queued.provisioners().auto()).isEqualTo(Provisioner.STATEFUL_SET);
  }

  @Test
  void aVariantMayHaveAnotherProvisioner() {
    Experiments.with(experiment, "system: {application: {provisioner: StatefulSet}}");
    Experiments.with(experiment, "variants: [{name: operator, %s}]".formatted(EXPLICIT));

    Plan plan = plan(null, true);

    assertThat(plan.configurations()).hasSize(4);
    assertThat(plan.provisioners().used(plan))
        .containsExactly(
            entry("application", Provisioner.STATEFUL_SET),
            entry("application[operator]", Provisioner.WILD_FLY_SERVER));
    assertThat(plan.provisioners().reason()).as("nothing was open").isNull();
  }

  @Test
  void whatAutoIsInAVariantIsRecordedToo() {
    Experiments.with(
        experiment, "system: {application: {provisioner: StatefulSet, pod: {nodeSelector: {}}}}");
    Experiments.with(
        experiment, "variants: [{name: open, system: {application: {provisioner: Auto}}}]");
    Plan before = plan(null, true);

    assertThat(plan(status("2026-01-01T00:00:00Z", before), false).provisioners().auto())
        .isEqualTo(Provisioner.WILD_FLY_SERVER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pod.nodeSelector              | pod: {nodeSelector: {disk: ssd}}
          pod.tolerations               | pod: {nodeSelector: {}, tolerations: [{operator: Exists}]}
          pod.affinity                  | pod: {nodeSelector: {}, affinity: {podAffinity: {}}}
          pod.topologySpreadConstraints | pod: {nodeSelector: {}, topologySpreadConstraints: [{topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]}
          pod.priorityClassName         | pod: {nodeSelector: {}, priorityClassName: high}
          pod.imagePullSecrets          | pod: {nodeSelector: {}, imagePullSecrets: [{name: registry}]}
          pod.annotations               | pod: {nodeSelector: {}, annotations: {contact: shop}}
          writableFolders               | {pod: {nodeSelector: {}}, writableFolders: [/var/shop]}
          """)
  void whatAWildFlyServerCannotExpressIsRefusedByItsName(String field, String change) {
    String application = change.startsWith("{") ? change : "{" + change + "}";
    Experiments.with(experiment, "system: {application: {provisioner: WildFlyServer}}");
    Experiments.with(experiment, "system: {application: %s}".formatted(application));

    Plan plan = plan(null, true);

    assertThat(plan.configurations()).isEmpty();
    assertThat(plan.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.field()).isEqualTo("spec.system.application." + field);
              assertThat(violation.reason()).isEqualTo(Reason.SPEC_INVALID);
              assertThat(violation.message())
                  .startsWith("a WildFlyServer cannot express it: ")
                  .endsWith("or set application.provisioner to StatefulSet");
            });
  }

  /** The manifest may not have the field that is named: the chart has it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tolerations               | [{operator: Exists}]    | []
          affinity                  | {podAffinity: {}}       | {}
          topologySpreadConstraints | [{topologyKey: zone}]   | []
          priorityClassName         | high                    | ""
          imagePullSecrets          | [{name: registry}]      | []
          annotations               | {contact: shop}         | {}
          """)
  void theRemedyIsOneForDefaultsOfTheChart(String field, String value, String nothing) {
    Experiments.with(experiment, EXPLICIT);
    Experiments.with(
        experiment, "system: {state: {store: Remote, remote: {provisioner: Infinispan}}}");
    PodSettings chart =
        Serialization.unmarshal("%s: %s".formatted(field, value), PodSettings.class);

    assertThat(violations(chart))
        .isNotEmpty()
        .allSatisfy(message -> assertThat(message).contains("express it: set it to " + nothing));
    String pod = "pod: {%s: %s}".formatted(field, nothing);
    Experiments.with(
        experiment, "system: {application: {%s}, state: {remote: {%s}}}".formatted(pod, pod));
    assertThat(violations(chart)).isEmpty();
  }

  private List<String> violations(PodSettings chart) {
    return Planner.plan("small", experiment.getSpec(), chart, List.of()).violations().stream()
        .map(Violation::toString)
        .toList();
  }

  @Test
  void theDefaultNodesOfServersAreRefusedRatherThanIgnored() {
    Experiments.with(experiment, "system: {application: {provisioner: WildFlyServer}}");

    assertThat(plan(null, true).violations())
        .extracting(Violation::toString)
        .containsExactly(
            "spec.system.application.pod.nodeSelector: a WildFlyServer cannot express it: set it to {}, so that"
                + " servers may run on any node, or set application.provisioner to StatefulSet");
  }

  @Test
  void labelsAndEmptySettingsAreNoObstacle() {
    Experiments.with(experiment, EXPLICIT);
    Experiments.with(
        experiment,
        "system: {application: {writableFolders: [], pod: {affinity: {}, tolerations: [], annotations: {}, labels: {team: shop}}}}");

    assertThat(plan(null, true).violations()).isEmpty();
  }

  @Test
  void aVariantThatCannotBeExpressedIsNamedAndTheOthersStay() {
    Experiments.with(
        experiment,
        "variants: [{name: operator, system: {application: {provisioner: WildFlyServer}}}]");

    Plan plan = plan(null, false);

    assertThat(plan.configurations()).extracting(Configuration::variant).containsOnly("base");
    assertThat(plan.violations())
        .extracting(Violation::field)
        .containsExactly("spec.variants[operator].system.application.pod.nodeSelector");
  }

  @Test
  void anOwnApplicationHasItsMetricsOnThePortOfManagement() {
    ScalabilityExperiment own = Experiments.custom("default");
    Experiments.with(own, EXPLICIT);

    assertThat(planOf(own).violations())
        .extracting(Violation::field)
        .containsExactly("spec.workload.custom.metricsPort");
    Experiments.with(own, "workload: {custom: {metricsPort: 9990}}");
    assertThat(planOf(own).violations()).isEmpty();
  }

  @Test
  void namesLeaveRoomForTheServicesOfAWildFlyServer() {
    Experiments.with(experiment, EXPLICIT);
    experiment.getMetadata().setName("x".repeat(40));

    assertThat(planOf(experiment).violations())
        .extracting(Violation::reason, Violation::message)
        .containsExactly(
            org.assertj.core.api.Assertions.tuple(
                Reason.NAME_TOO_LONG,
                "'%s' has 40 characters; at most 39 leave room for the names of a WildFlyServer's services of base-1"
                    .formatted("x".repeat(40))));
  }

  @Test
  void aNameThatIsTooLongIsTheReasonForTheStatefulSet() {
    Experiments.with(experiment, ANY_NODE);
    experiment.getMetadata().setName("x".repeat(40));

    Plan plan = planOf(experiment);

    assertThat(plan.violations()).isEmpty();
    assertThat(plan.provisioners().auto()).isEqualTo(Provisioner.STATEFUL_SET);
    assertThat(plan.provisioners().reason())
        .startsWith("metadata.name: 'xxx")
        .endsWith(
            "has 40 characters; at most 39 leave room for the names of a WildFlyServer's services of base-2");
  }

  private Plan plan(ScalabilityExperimentStatus status, boolean served) {
    Plan planned = Planner.plan("small", experiment.getSpec());
    return Provisioners.of(status, planned, served).in(planned);
  }

  private static Plan planOf(ScalabilityExperiment experiment) {
    Plan planned = Planner.plan(experiment.getMetadata().getName(), experiment.getSpec());
    return Provisioners.of(null, planned, true).in(planned);
  }

  private static ScalabilityExperimentStatus status(String started, Plan plan) {
    Map<String, Provisioner> used = plan.provisioners().used(plan);
    EffectiveSettings effective =
        new EffectiveSettings(null, null, null, null, used, plan.provisioners().reason(), null);
    return ScalabilityExperimentStatusBuilder.builder()
        .startTime(started)
        .effective(effective)
        .build();
  }
}
