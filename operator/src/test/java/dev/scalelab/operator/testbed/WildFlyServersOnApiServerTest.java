package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two servers as a WildFlyServer: their objects, readiness and pods. */
class WildFlyServersOnApiServerTest extends DeployedWildFlyServers {
  @ParameterizedTest
  @ValueSource(strings = {"OrderEntry", "ECperf", "Bookstore", "Cart", "Cells", "Portal", "Custom"})
  void everyFieldExistsInItsDefinition(String workload) {
    ScalabilityExperiment e =
        switch (workload) {
          case "ECperf" -> Experiments.ecperf(api.namespace());
          case "Bookstore" -> Experiments.bookstore(api.namespace());
          case "Cart" -> Experiments.cart(api.namespace());
          case "Cells" -> Experiments.cells(api.namespace());
          case "Portal" -> Experiments.portal(api.namespace());
          case "Custom" -> Experiments.custom(api.namespace());
          default -> Experiments.small(api.namespace());
        };
    Configuration two = Experiments.two(e);
    GenericKubernetesResource server =
        new WildFlyServerManifest(Experiments.images(), TwoServers.MANIFEST)
            .servers(e, two, TwoServers.group(two), true);

    GenericKubernetesResource stored =
        api.client().resource(server).dryRun().fieldValidation(Validation.STRICT).create();

    assertThat(stored.<Object>get("spec", "deactivateTransactionRecovery")).isEqualTo(true);
  }

  @Test
  void theyAreReadyWhenThePodsOfTheOperatorsStatefulSetAre() {
    ScalabilityExperiment e = applied("ready");
    Configuration configuration = Experiments.two(e);
    assertThat(testbed.servers(e, configuration)).isEqualTo(Readiness.absent());

    testbed.deployServers(e, configuration);
    assertThat(testbed.servers(e, configuration).detail())
        .isEqualTo(
            "wildfly-operator has not created their StatefulSet ready-base-2-app: is it running, and does it watch the"
                + " namespace %s?; wildfly-operator reports no pod".formatted(api.namespace()));

    operator.play();
    assertThat(testbed.servers(e, configuration).detail())
        .isEqualTo("0 of 2 servers ready; 0 of 2 pods exist; wildfly-operator reports 2 ACTIVE");

    create(configuration, "ready-base-2-app-0", "True", null);
    create(configuration, "ready-base-2-app-1", "True", null);
    assertThat(testbed.servers(e, configuration)).isEqualTo(Readiness.ready());
  }

  @Test
  void anImageThatCannotBePulledIsReportedAlthoughTheOperatorCallsThePodActive() {
    ScalabilityExperiment e = applied("failing");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    create(configuration, "failing-base-2-app-0", "False", "ImagePullBackOff");
    create(configuration, "failing-base-2-app-1", "True", null);

    Readiness readiness = testbed.servers(e, configuration);

    assertThat(readiness.reason()).isEqualTo(Reason.SERVERS_NOT_READY);
    assertThat(readiness.detail())
        .startsWith("1 of 2 servers ready; failing-base-2-app-0: ")
        .contains("ImagePullBackOff")
        .endsWith("; wildfly-operator reports 2 ACTIVE");
  }

  @Test
  void itIsCreatedOnceSinceEveryChangeWouldRestartTheServers() {
    ScalabilityExperiment e = applied("once");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    Configuration changed =
        Experiments.two(Experiments.with(e, "system: {application: {logLevel: DEBUG}}"));

    testbed.deployServers(e, changed);

    assertThat(operator.server("once-base-2-app").getMetadata().getGeneration()).isEqualTo(1);
  }

  @Test
  void itsServersAreResizedToTheMeasuredLimit() {
    ScalabilityExperiment e = applied("limited");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    create(configuration, "limited-base-2-app-0", "True", null);
    create(configuration, "limited-base-2-app-1", "True", null);
    assertThat(testbed.cpuLimit(e, configuration).detail())
        .isEqualTo("limited-base-2-app-0 still has a limit of 1500m instead of 300m");

    testbed.setCpuLimit(e, configuration);

    Pod resized = pod("limited-base-2-app-1");
    assertThat(resized.getSpec().getContainers().get(0).getName()).isEqualTo("limited-base-2-app");
    assertThat(resized.getSpec().getContainers().get(0).getResources().getLimits().get("cpu"))
        .hasToString("300m");
  }

  @Test
  void whatTheOperatorAddsToThePodsIsNoChangeByOthers() {
    ScalabilityExperiment e = applied("placed");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    create(configuration, "placed-base-2-app-0", "True", null);

    assertThat(testbed.placement(e, configuration))
        .singleElement()
        .satisfies(
            placed -> {
              assertThat(placed.tier()).isEqualTo("application");
              assertThat(placed.requestedImage()).contains("benchmark-app");
              assertThat(placed.added()).isNull();
            });
    assertThat(testbed.placement(e, configuration))
        .extracting(PodPlacement::node)
        .containsExactly("node");
  }

  @Test
  void itsPodPassesTheRestrictedSecurityStandard() {
    ScalabilityExperiment e = applied("restricted");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    enforcePodSecurity("restricted");
    try {
      assertThat(api.client().resource(pod(configuration, "dry", null)).dryRun().create())
          .isNotNull();
    } finally {
      enforcePodSecurity("privileged"); // pods of other tests are incomplete
    }
  }

  @Test
  void aClusterWithoutItsKindIsWithoutTheProvisioner() {
    ScalabilityExperiment e = applied("missing");

    assertThat(
            new WildFlyServers(null, TwoServers.MANIFEST, null, null)
                .missing(new ClusterFacts(Set.of(), List.of(), null)))
        .singleElement()
        .satisfies(
            missing -> {
              assertThat(missing.reason()).isEqualTo(Reason.PROVISIONER_MISSING);
              assertThat(missing.toString())
                  .isEqualTo(
                      "spec.system.application.provisioner: this cluster does not serve wildfly.org/v1alpha1"
                          + " WildFlyServer; install wildfly-operator, or set it to StatefulSet");
            });
    assertThat(e.getMetadata().getName()).isEqualTo("missing");
  }

  private static void enforcePodSecurity(String level) {
    api.client()
        .namespaces()
        .withName(api.namespace())
        .edit(
            namespace -> {
              namespace.getMetadata().getLabels().put("pod-security.kubernetes.io/enforce", level);
              return namespace;
            });
  }
}
