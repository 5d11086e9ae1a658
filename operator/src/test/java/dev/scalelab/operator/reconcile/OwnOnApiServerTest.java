package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A whole experiment with an own application, whose servers tell nothing of themselves. */
class OwnOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private PlayedEndpoints endpoints;
  private PlayedCluster cluster;

  @BeforeEach
  void start() {
    endpoints = new PlayedEndpoints();
    cluster = new PlayedCluster(api.client(), api.namespace(), endpoints);
  }

  @AfterEach
  void stop() {
    cluster.close();
    endpoints.close();
  }

  @Test
  void isMeasuredWithoutDatabaseAndCluster() {
    String name = PlayedEndpoints.ALONE;

    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            endpoints,
            cluster,
            Experiments.applied(api, name, Experiments.own(api.namespace())),
            () -> {});

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(cluster.jobs())
        .containsOnlyKeys(
            name + "-base-1-warmup",
            name + "-base-1-r1-load",
            name + "-base-2-warmup",
            name + "-base-2-r1-load");
  }
}
