package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.BalancerEvidence;
import dev.scalelab.operator.api.PodRate;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** Evidence of testbeds with the policy None; with a real Prometheus. */
class EvidenceWithoutBalancerTest extends PlantedEvidence {
  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "direct-base", 2).containers().servers().database();
    new PlantedTestbed(samples, "mute-base", 2).containers();
  }

  @Test
  void theServersThemselvesCountTheirRequests() {
    BalancerEvidence spread = complete(direct("direct", PLAIN), LATER).balancer();

    assertThat(spread.pods())
        .extracting(PodRate::pod)
        .containsExactly("direct-base-2-app-0", "direct-base-2-app-1");
    assertThat(spread.pods())
        .as("once, although servlets count them too")
        .allSatisfy(pod -> assertThat(pod.requestsPerSecond()).isCloseTo(80, withinPercentage(1)))
        .extracting(PodRate::weight)
        .containsOnlyNulls();
    assertThat(spread.requestsPerSecond()).isNull();
    assertThat(spread.minServers()).isNull();
  }

  @Test
  void theBalancerIsNoTier() {
    assertThat(complete(direct("direct", PLAIN), LATER).tiers())
        .extracting(TierUse::tier)
        .containsExactly("application", "database", "load");
  }

  /** An own application need not count its requests. */
  @Test
  void requestsOfServersThatPromiseNoFiguresAreNotWaitedFor() {
    Contract nothing = new Contract(false, false, false, false);

    assertThat(complete(direct("mute", nothing), TO.plusSeconds(24)).balancer().pods()).isEmpty();
  }

  private static Subject direct(String experiment, Contract contract) {
    ScalabilityExperiment direct =
        Experiments.with(Experiments.small("default"), "system: {balancer: {policy: None}}");
    return subject(experiment, 2, contract, direct);
  }
}
