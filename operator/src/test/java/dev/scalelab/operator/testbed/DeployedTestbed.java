package dev.scalelab.operator.testbed;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.GivenTestbed;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A testbed on a real API server, with CloudNativePG's own CRD. */
abstract class DeployedTestbed {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static final String NODE = "node-app";

  static GivenTestbed testbed;

  @BeforeAll
  static void start() {
    testbed = new GivenTestbed(api.client());
  }

  static GenericKubernetesResource cluster(String name) {
    return api.client()
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(api.namespace())
        .withName(name)
        .get();
  }

  static StatefulSet statefulSet(Configuration configuration) {
    return api.client()
        .apps()
        .statefulSets()
        .inNamespace(api.namespace())
        .withName(configuration.name() + "-app")
        .get();
  }

  /** The pod that the StatefulSet's controller creates, which does not run in this cluster. */
  static Pod createServer(Configuration configuration, String name) {
    return createServer(
        configuration, name, statefulSet(configuration).getSpec().getTemplate().getSpec());
  }

  /** The same, changed on its way. */
  static Pod createServer(Configuration configuration, String name, PodSpec spec) {
    createNode();
    var template = statefulSet(configuration).getSpec().getTemplate();
    return api.client()
        .resource(
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName(name)
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpecLike(spec)
                .withNodeName(NODE)
                .endSpec()
                .build())
        .create();
  }

  /** From Kubernetes 1.36 on a pod is resized only on a node that exists and has room for it. */
  private static void createNode() {
    api.client()
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(NODE)
                .endMetadata()
                .withNewStatus()
                .addToAllocatable("cpu", Quantity.parse("64"))
                .addToAllocatable("memory", Quantity.parse("256Gi"))
                .endStatus()
                .build())
        .createOr(NonDeletingOperation::update);
  }
}
