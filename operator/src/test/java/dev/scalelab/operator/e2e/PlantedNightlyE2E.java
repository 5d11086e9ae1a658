package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.VerificationResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whether planted bottlenecks that have a field of their own are the truth: more of the named
 * resource must give more capacity.
 */
class PlantedNightlyE2E extends PlantedExperiment {
  @ParameterizedTest
  @EnumSource(
      value = Planted.class,
      names = {
        "APPLICATION_CPU",
        "DATABASE_CPU",
        "JDBC_POOL",
        "WEB_THREADS",
        "BEAN_POOL",
        "BALANCER_REQUESTS"
      })
  void moreOfItGivesMore(Planted planted) {
    Bottleneck found = measured(planted, true, 12).result().bottleneck();
    VerificationResult verification = cluster.experiment(name).get().getStatus().verification();

    assertThat(found.shown()).as(found.message()).isEqualTo(planted.expected());
    assertThat(verification).as(found.message()).isNotNull();
    assertThat(verification.verified()).as(verification.message()).isTrue();
  }
}
