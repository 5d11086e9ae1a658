package dev.scalelab.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** How many requests and beans the servers have room for. */
class SlotLimitsTest {
  private static final String LIMITS =
      "system: {application: {beanPoolSize: 8, beanThreads: 5}, balancer: {maxRequestsPerServer: 10}}";

  @Test
  void eachServerHasBoth() {
    SlotLimits limits = of(LIMITS);

    assertThat(limits.requests()).isEqualTo(40);
    assertThat(limits.beans()).isEqualTo(32);
    assertThat(limits.beanThreads()).isEqualTo(20);
  }

  /** Of four servers one answers clients, and three have beans. */
  @Test
  void serversOfATierHaveWhatIsOfTheirTier() {
    SlotLimits limits = of(LIMITS, "system: {tiers: {layout: Split, beanWeight: 3}}");

    assertThat(limits.servers()).isEqualTo(4);
    assertThat(limits.requests()).isEqualTo(10);
    assertThat(limits.beans()).isEqualTo(24);
    assertThat(limits.beanThreads()).isEqualTo(15);
  }

  private static SlotLimits of(String... changes) {
    ScalabilityExperimentSpec spec =
        Experiments.with(Experiments.cells("default").getSpec(), "sweep: {replicas: [4]}");
    for (String change : changes) {
      spec = Experiments.with(spec, change);
    }
    return SlotLimits.of(Planner.plan("small", spec).configurations().get(0));
  }
}
