package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenTestbed;
import dev.scalelab.operator.support.OperatorCrd;
import dev.scalelab.operator.support.PlayedWildFlyOperator;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers of wildfly-operator on an API server with its own CRD; that operator is simulated. */
abstract class DeployedWildFlyServers {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  private static final String OPERATOR =
      "system: {application: {provisioner: WildFlyServer, pod: {nodeSelector: {}}}}";

  static GivenTestbed testbed;

  static PlayedWildFlyOperator operator;

  @BeforeAll
  static void start() {
    api.serve(OperatorCrd.WILD_FLY_SERVER);
    testbed = new GivenTestbed(api.client());
    operator = new PlayedWildFlyOperator(api.client(), api.namespace());
  }

  static ScalabilityExperiment applied(String name) {
    return Experiments.applied(
        api, name, Experiments.with(Experiments.small(api.namespace()), OPERATOR));
  }

  static StatefulSet statefulSet(Configuration configuration) {
    return api.client()
        .apps()
        .statefulSets()
        .inNamespace(api.namespace())
        .withName(configuration.name() + "-app")
        .get();
  }

  static Pod pod(String name) {
    return api.client().pods().inNamespace(api.namespace()).withName(name).get();
  }

  static Pod pod(Configuration configuration, String name, String node) {
    var template = statefulSet(configuration).getSpec().getTemplate();
    return new PodBuilder()
        .withNewMetadataLike(template.getMetadata())
        .withName(name)
        .withNamespace(api.namespace())
        .endMetadata()
        .withNewSpecLike(template.getSpec())
        .withNodeName(node)
        .endSpec()
        .build();
  }

  /** A pod as the StatefulSet's controller creates it, with the status that a kubelet reports. */
  static void create(Configuration configuration, String name, String ready, String waiting) {
    api.client()
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName("node")
                .endMetadata()
                .withNewStatus()
                .addToAllocatable("cpu", Quantity.parse("64"))
                .addToAllocatable("memory", Quantity.parse("256Gi"))
                .endStatus()
                .build())
        .createOr(NonDeletingOperation::update);
    Pod pod = api.client().resource(pod(configuration, name, "node")).create();
    ContainerStatusBuilder container =
        new ContainerStatusBuilder()
            .withName(configuration.name() + "-app")
            .withImage("image")
            .withImageID("sha256:a")
            .withReady("True".equals(ready))
            .withRestartCount(0);
    if (waiting != null) {
      container.withNewState().withNewWaiting().withReason(waiting).endWaiting().endState();
    }
    api.client()
        .resource(
            new PodBuilder(pod)
                .withNewStatus()
                .withPhase(waiting == null ? "Running" : "Pending")
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .addToContainerStatuses(container.build())
                .endStatus()
                .build())
        .updateStatus();
  }
}
