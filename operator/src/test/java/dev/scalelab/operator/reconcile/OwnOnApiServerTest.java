package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A complete experiment with a user's own application, whose servers report no metrics. */
class OwnOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();
  @RegisterExtension final Played played = new Played(api);

  @Test
  void isMeasuredWithoutDatabaseAndCluster() {
    String name = PlayedEndpoints.ALONE;

    ScalabilityExperiment ended =
        PlayedExperiment.run(
            api.client(),
            played.endpoints(),
            played.cluster(),
            Experiments.applied(api, name, Experiments.custom(api.namespace())),
            () -> {});

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(played.cluster().jobs())
        .containsOnlyKeys(
            name + "-base-1-warmup",
            name + "-base-1-r1-load",
            name + "-base-2-warmup",
            name + "-base-2-r1-load");
  }
}
