package dev.scalelab.operator.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The API server of other tests serves the kinds that they need. */
class ApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  @Test
  void servesScaleLabsKindsInANamespaceOfItsOwn() {
    assertThat(
            api.client()
                .resources(ScalabilityExperiment.class)
                .inNamespace(api.namespace())
                .list()
                .getItems())
        .isEmpty();
  }

  @Test
  void servesCloudNativePgsClusters() {
    assertThat(
            api.client()
                .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
                .inNamespace(api.namespace())
                .list()
                .getItems())
        .isEmpty();
  }
}
