package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.PlayedWildFlyOperator;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of servers of wildfly-operator is removed, and what is left to that operator. */
class WildFlyServersRemovalOnApiServerTest extends DeployedWildFlyServers {
  @Test
  void onlyTheWildFlyServerIsDeletedAndItsOperatorsObjectsAreAwaited() {
    ScalabilityExperiment e = applied("leaving");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    assertThat(testbed.left(e).objects())
        .as("it and its service, the operator's StatefulSet and three services")
        .isEqualTo(6);
    assertThat(testbed.unusable(e, configuration, true).none()).as("for its own trial").isTrue();

    testbed.removeUnusable(e, configuration, false);

    assertThat(operator.server("leaving-base-2-app")).isNull();
    assertThat(statefulSet(configuration).getMetadata().getDeletionTimestamp()).isNull();
    assertThat(testbed.unusable(e, configuration, false).objects()).isEqualTo(4);
    testbed.removeUnusable(e, configuration, false); // Kubernetes would collect them
    assertThat(testbed.left(e).none()).isTrue();
  }

  @Test
  void aDeletionThatHangsIsReportedWithTheOperatorsStateAndMessage() {
    ScalabilityExperiment e = applied("hanging");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    operator.play();
    GenericKubernetesResource server = operator.server("hanging-base-2-app");
    server.getMetadata().setFinalizers(List.of("example.org/held"));
    api.client().resource(server).update();
    operator.report(
        server,
        List.of(
            PlayedWildFlyOperator.pod("hanging-base-2-app-0", "ACTIVE"),
            PlayedWildFlyOperator.pod(
                "hanging-base-2-app-1", "SCALING_DOWN_RECOVERY_INVESTIGATION")));
    operator.warn(server, "WildFlyServerScaledown", "Transaction recovery slowed it down.");

    testbed.tearDown(e);

    assertThat(testbed.left(e).example())
        .isEqualTo(
            "WildFlyServer hanging-base-2-app; wildfly-operator reports 1 ACTIVE, 1"
                + " SCALING_DOWN_RECOVERY_INVESTIGATION (hanging-base-2-app-1): WildFlyServerScaledown:"
                + " Transaction recovery slowed it down.");
    assertThat(testbed.servers(e, configuration).detail())
        .startsWith("the WildFlyServer is being deleted; wildfly-operator reports 1 ACTIVE, 1 ");
    assertThat(statefulSet(configuration).getMetadata().getDeletionTimestamp())
        .as("which the operator would create again")
        .isNull();
  }

  @Test
  void somebodyElsesWildFlyServerIsLeftAlone() {
    ScalabilityExperiment e = applied("taken");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    GenericKubernetesResource server = operator.server("taken-base-2-app");
    server.getMetadata().setOwnerReferences(List.of());
    api.client().resource(server).update();

    assertThat(testbed.servers(e, configuration).detail())
        .contains("WildFlyServer taken-base-2-app exists and was not made for this experiment");
  }
}
