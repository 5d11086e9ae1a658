package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenTestbed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster without CloudNativePG, which the workload cart does not need. */
class WithoutCloudNativePgTest {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  @Test
  void aTestbedGoesAllTheSame() {
    GivenTestbed testbed = new GivenTestbed(api.client());
    ScalabilityExperiment cart =
        Experiments.applied(api, "cart", Experiments.cart(api.namespace()));
    testbed.deployServers(cart, Experiments.two(cart));

    testbed.removeUnusable(cart, Experiments.two(cart), false);
    testbed.tearDown(cart);

    assertThat(testbed.unusable(cart, Experiments.two(cart), false).none()).isTrue();
    assertThat(testbed.left(cart).none()).isTrue();
    ScalabilityExperiment small = Experiments.applied(api, "small");
    assertThat(testbed.databases(small, Experiments.two(small))).isEqualTo(Readiness.absent());
  }
}
