package dev.scalelab.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Configurations whose state is embedded, and others whose state is remote. */
class RemoteStatePlanTest {
  @Test
  void theirDefaultsAreTwoServersOnTheNodesOfDatabases() {
    RemoteStateSpec remote =
        plan("system: {state: {store: Remote}}").configurations().get(0).remoteState();

    assertThat(remote.replicas()).isEqualTo(2);
    assertThat(remote.memory()).hasToString("512Mi");
    assertThat(remote.pod().nodeSelector()).isEqualTo(Map.of("scalelab.dev/role", "database"));
  }

  @Test
  void aVariantAndAFactorChooseTheStore() {
    List<Configuration> ofVariant =
        plan("{variants: [{name: remote, system: {state: {store: Remote, remote: {replicas: 3}}}}], sweep: {replicas: [2]}}")
            .configurations();
    List<Configuration> ofFactor =
        plan("sweep: {replicas: [2], factors: [{setting: state.store, values: [Embedded, Remote]}]}")
            .configurations();

    assertThat(ofVariant)
        .extracting(Configuration::shortName, one -> one.remoteState() == null)
        .containsExactly(tuple("base-2", true), tuple("remote-2", false));
    assertThat(ofVariant.get(1).remoteState().replicas()).isEqualTo(3);
    assertThat(ofFactor)
        .extracting(Configuration::shortName, one -> one.remoteState() == null)
        .containsExactly(tuple("base-storeembedded-2", true), tuple("base-storeremote-2", false));
  }

  /** Results of before there was a choice stay those of the configuration. */
  @Test
  void embeddedIsTheSameAsNoChoice() {
    assertThat(plan("system: {state: {store: Embedded}}").hash()).isEqualTo(plan("{}").hash());
    assertThat(plan("system: {state: {store: Remote}}").hash()).isNotEqualTo(plan("{}").hash());
    assertThat(Experiments.cart("default").getSpec().system().state().toString())
        .contains("store=null");
  }

  @Test
  void aVariantThatAnInfinispanCannotExpressIsNamedAndTheOthersStay() {
    Plan plan =
        plan(
            """
            system: {state: {store: Remote}}
            variants:
            - name: operator
              system: {state: {remote: {provisioner: Infinispan, pod: {annotations: {contact: shop}, imagePullSecrets: [{name: registry}]}}}}
            sweep: {replicas: [2]}
            """);

    assertThat(plan.configurations())
        .extracting(Configuration::shortName)
        .containsExactly("base-2");
    assertThat(plan.violations())
        .extracting(Violation::field, Violation::reason)
        .containsExactly(
            tuple(
                "spec.variants[operator].system.state.remote.pod.imagePullSecrets",
                Reason.SPEC_INVALID),
            tuple(
                "spec.variants[operator].system.state.remote.pod.annotations",
                Reason.SPEC_INVALID));
  }

  /** What Auto means has been recorded by then. */
  @Test
  void anAddedVariantThatAnInfinispanCannotExpressIsNotMeasuredWithoutItsSettings() {
    Plan plan =
        plan(
            """
            system: {state: {store: Remote}}
            variants: [{name: noted, system: {state: {remote: {pod: {annotations: {contact: shop}}}}}}]
            sweep: {replicas: [2]}
            """);

    assertThat(StateProvisioners.in(plan, null, true).configurations())
        .as("before the start Auto is what can express all of them")
        .extracting(one -> one.remoteState().provisioner())
        .containsExactly(Provisioner.STATEFUL_SET, Provisioner.STATEFUL_SET);
    Plan started = StateProvisioners.in(plan, started(Provisioner.INFINISPAN), true);
    assertThat(started.configurations())
        .extracting(Configuration::shortName, one -> one.remoteState().provisioner())
        .containsExactly(tuple("base-2", Provisioner.INFINISPAN));
    assertThat(started.violations())
        .extracting(Violation::field)
        .containsExactly("spec.variants[noted].system.state.remote.pod.annotations");
  }

  @Test
  void theStatusSaysWhyAutoIsWhatItIs() {
    Plan remote = plan("{system: {state: {store: Remote}}}");
    Plan noted =
        plan("{system: {state: {store: Remote, remote: {pod: {annotations: {contact: shop}}}}}}");

    assertThat(reason(remote, true)).isEqualTo("this cluster serves Infinispan");
    assertThat(reason(remote, false)).isEqualTo("this cluster serves no Infinispan");
    assertThat(reason(noted, true))
        .isEqualTo(
            "spec.system.state.remote.pod.annotations: an Infinispan resource cannot express it: set it"
                + " to {}");
    Plan withServers = Provisioners.of(null, remote, false).in(remote);
    assertThat(reason(withServers, true))
        .isEqualTo("this cluster serves no WildFlyServer; this cluster serves Infinispan");
    assertThat(
            StateProvisioners.in(withServers, started(Provisioner.INFINISPAN), false)
                .provisioners())
        .as("as recorded at the start")
        .isEqualTo(new Provisioners(Provisioner.STATEFUL_SET, "both reasons"));
  }

  private static String reason(Plan plan, boolean served) {
    return StateProvisioners.in(plan, null, served).provisioners().reason();
  }

  private static ScalabilityExperimentStatus started(Provisioner ofState) {
    return ScalabilityExperimentStatusBuilder.builder()
        .startTime("2026-01-01T00:00:00Z")
        .effective(
            new EffectiveSettings(
                null, null, null, null, Map.of("state", ofState), "both reasons", null))
        .build();
  }

  private static Plan plan(String change) {
    ScalabilityExperiment experiment = Experiments.with(Experiments.cart("default"), change);
    return Planner.plan("small", experiment.getSpec());
  }
}
